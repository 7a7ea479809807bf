import { createRequire } from 'node:module';
import type * as Undici from 'undici';

const require = createRequire(import.meta.url);

/**
 * The parts of undici that fetch pages. The package itself loads caches, web sockets and its own fetch with them, which takes 45 ms of every
 * start. These paths are not promised to stay, so package.json holds undici at one minor version.
 */
export const Client: typeof Undici.Client = require('undici/lib/dispatcher/client.js');
export const Pool: typeof Undici.Pool = require('undici/lib/dispatcher/pool.js');
export const buildConnector: typeof Undici.buildConnector = require('undici/lib/core/connect.js');

/** All of it, for who needs more of it than these. */
export function wholeUndici(): typeof Undici {
  return require('undici');
}
