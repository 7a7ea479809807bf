#!/usr/bin/env node
// The command that npm links. It is not in dist, which builds delete and write without the permission to run it.
require('../dist/src/cli/osprey.cjs');
