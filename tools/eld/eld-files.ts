import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package, a development dependency. */
export const eldPackage = path.join(path.dirname(fileURLToPath(import.meta.resolve('eld'))), '../..');

export const vendoredEld = fileURLToPath(new URL('../../../vendor/eld', import.meta.url));

/** Files of the package that its smallest detector is made of, and its licence. */
export function eldFiles(): string[] {
  const files = new Set(['src/entries/static.extrasmall.js']);
  for (const file of files) {
    const source = readFileSync(path.join(eldPackage, file), 'utf8');
    for (const [, imported] of source.matchAll(/^import .* from '(\..*)'/gm)) {
      files.add(path.posix.join(path.posix.dirname(file), imported!));
    }
  }
  return ['LICENSE', ...files];
}
