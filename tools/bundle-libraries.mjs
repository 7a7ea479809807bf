/**
 * Runs when the package is packed (`prepack`), after the compiler. Each module of `dist/src/bundled` re-exports what we use of one library;
 * it is replaced by a bundle that contains that library. So a library that one command needs costs its users a few hundred kilobytes
 * instead of a tree of packages, and is a development dependency only. In a checkout nothing is bundled: the library itself is imported.
 * The licences of what is inside go beside it.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { licencesOf } from './licences-of.mjs';

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
  // Libraries in CommonJS ask for modules of Node.js by `require`.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  metafile: true,
});

// Types of packages that users do not have would not resolve.
for (const name of readdirSync(folder)) if (name.endsWith('.d.ts')) rmSync(path.join(folder, name));
writeFileSync(path.join(folder, 'LICENSES.txt'), licencesOf(Object.keys(metafile.inputs)));
