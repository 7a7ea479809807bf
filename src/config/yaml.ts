import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';

const require = createRequire(import.meta.url);
let loaded: typeof Yaml | undefined;

/** The library that reads YAML, loaded when there is a file to read: a new crawl has none, and would wait for seventy modules. */
export function yaml(): typeof Yaml {
  // Asking Node each time would take longer than most questions to the library.
  loaded ??= require('yaml') as typeof Yaml;
  return loaded;
}
