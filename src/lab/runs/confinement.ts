import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../archive/cache-folder.js';

/** Node's permission model under its name in this version; older ones call it experimental. */
const permission = ['--permission', '--experimental-permission'].find((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
);

/**
 * Flags of a process that may read the program, its libraries and these files, and nothing else: no list of labels, wherever a
 * strategy might look for it. It may write nothing and start nothing. None where this Node has no permission model.
 */
export function confinement(files: readonly string[]): string[] {
  if (permission === undefined) return [];
  // Each once: Node 20 does not survive a repeated one.
  const readable = new Set(
    [...programFolders(), path.join(cacheFolder(), '*'), ...probed, ...files].map((file) => path.resolve(file)),
  );
  return [
    permission,
    '--allow-addons',
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    ...[...readable].map((file) => `--allow-fs-read=${file}`),
  ];
}

/**
 * A user's strategy with the modules around it, which it may import, and no other file: lists of labels often lie beside it.
 */
export function modulesAround(strategy: string): string[] {
  const folder = path.dirname(path.resolve(strategy));
  const known = ['package.json', 'tsconfig.json', 'node_modules/*'].map((name) => path.join(folder, name));
  return [path.resolve(strategy), ...modulesIn(folder, deepest).slice(0, mostModules), ...known];
}

/** Folders below that of a strategy to look for modules in: it may lie in a home folder. */
const deepest = 3;
/** Each is an argument of the process. */
const mostModules = 500;

function modulesIn(folder: string, depth: number): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (!entry.isDirectory()) return /\.[cm]?[jt]s$/.test(entry.name) ? [place] : [];
    const isOwn = entry.name !== 'node_modules' && !entry.name.startsWith('.');
    return isOwn && depth > 0 ? modulesIn(place, depth - 1) : [];
  });
}

/** Looked for by the loader of native libraries, which does not expect to be refused. */
const probed = ['/etc/alpine-release'];

/** Where the program and the libraries that it loads lie. */
function programFolders(): string[] {
  const program = fileURLToPath(new URL('../../../..', import.meta.url));
  const library = createRequire(import.meta.url).resolve('tinyqueue');
  const libraries = library.slice(0, library.lastIndexOf('node_modules') + 'node_modules'.length);
  return [`${program}*`, `${libraries}/*`];
}
