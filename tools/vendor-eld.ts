/**
 * Copies the part of the package eld that Osprey uses to vendor/eld. See vendor/README.md.
 *
 *   npm run vendor-eld
 */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eldFiles, eldPackage, eldTable, tableFile, vendoredEld } from './eld/eld-files.js';

rmSync(vendoredEld, { recursive: true, force: true });
for (const file of eldFiles()) cpSync(path.join(eldPackage, file), path.join(vendoredEld, file));
writeFileSync(path.join(vendoredEld, tableFile), await eldTable());
