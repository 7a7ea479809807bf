/**
 * Runs when the package is packed (`prepack`), after the compiler. Each module of `dist/src/bundled` re-exports what we use of one library;
 * it is replaced by a bundle that contains that library. So a library that one command needs costs its users a few hundred kilobytes
 * instead of a tree of packages, and is a development dependency only. In a checkout nothing is bundled: the library itself is imported.
 * The licences of what is inside go beside it.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const folder = path.join('dist', 'src', 'bundled');
const entryPoints = readdirSync(folder)
  .filter((name) => name.endsWith('.js'))
  .map((name) => path.join(folder, name));

const { metafile } = await build({
  entryPoints,
  outdir: folder,
  allowOverwrite: true,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
});

// Types of packages that users do not have would not resolve.
for (const name of readdirSync(folder)) if (name.endsWith('.d.ts')) rmSync(path.join(folder, name));
writeFileSync(path.join(folder, 'LICENSES.txt'), packagesOf(Object.keys(metafile.inputs)).map(licenceOf).join('\n\n'));

/** The folders of the packages that these files are from. */
function packagesOf(files) {
  const named = files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return [...new Set(named.filter((name) => name !== undefined))].sort();
}

function licenceOf(place) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8'));
  const file = readdirSync(place).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? '' : `\n\n${readFileSync(path.join(place, file), 'utf8').trim()}`;
  return `${name} ${version} (${license})${text}`;
}
