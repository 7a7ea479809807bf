import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type NgramData, packNgrams } from '../../src/text/packed-ngrams.js';

/** The package, a development dependency. */
export const eldPackage = path.join(path.dirname(fileURLToPath(import.meta.resolve('eld'))), '../..');

export const vendoredEld = fileURLToPath(new URL('../../../vendor/eld', import.meta.url));

/** Files of the package that its detector is made of, and its licence: all but a table of n-grams. */
export function eldFiles(): string[] {
  const files = new Set(['src/languageDetector.js']);
  for (const file of files) {
    const source = readFileSync(path.join(eldPackage, file), 'utf8');
    for (const [, imported] of source.matchAll(/^import .* from '(\..*)'/gm)) {
      files.add(path.posix.join(path.posix.dirname(file), imported!));
    }
  }
  return ['LICENSE', ...files];
}

export const tableFile = 'ngrams.bin';

/** Its smallest table, packed: as a module, to compile it takes 80 MB. */
export async function eldTable(): Promise<Buffer> {
  const file = pathToFileURL(path.join(eldPackage, 'src/ngrams/extrasmall.js')).href;
  const { ngramsData } = (await import(file)) as { ngramsData: NgramData };
  return packNgrams(ngramsData);
}
