import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What `npm pack` says of a file in the package. */
export interface PackedFile {
  readonly path: string;
  readonly size: number;
  readonly mode: number;
}

/** Osprey as its users get it: packed by npm, unpacked in a project of theirs, without what only its developers have. */
export interface InstalledPackage {
  readonly files: readonly PackedFile[];
  /** A copy of the repository, in which the package was built. */
  readonly source: string;
  /** The package in the folder of a project. */
  readonly root: string;
  /** A new project, as `npm init -y` makes it, in which the package is installed. */
  project(): string;
  remove(): void;
}

/** Not copied: they are not part of the repository, or made anew. */
const LEFT_OUT = /^(?:node_modules|dist|crawls|labs|\..*)$/;

/**
 * Packs a copy of the repository, so that the build that the tests run from is left alone. Dependencies are links to those of the
 * repository: no network is needed.
 */
export function installPackage(): InstalledPackage {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-package-'));
  const source = path.join(folder, 'source');
  cpSync('.', source, {
    recursive: true,
    filter: (file) => path.dirname(file) !== '.' || file === '.' || !LEFT_OUT.test(file),
  });
  symlinkSync(path.resolve('node_modules'), path.join(source, 'node_modules'));
  const [packed] = Object.values<{ filename: string; files: PackedFile[] }>(
    JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], source)),
  );
  const modules = path.join(folder, 'node_modules');
  const root = path.join(modules, 'osprey-crawler');
  mkdirSync(root, { recursive: true });
  run('tar', ['-xzf', path.join(folder, packed!.filename), '-C', root, '--strip-components=1'], folder);
  linkDependencies(root, modules);
  const initial = path.join(folder, 'project');
  mkdirSync(initial);
  run('npm', ['init', '-y'], initial);
  return {
    files: packed!.files,
    source,
    root,
    project() {
      const project = mkdtempSync(`${initial}-`);
      cpSync(initial, project, { recursive: true });
      return project;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Only those that the package names for its users: what else it imports is missing, as it would be there. */
function linkDependencies(root: string, modules: string): void {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    symlinkSync(path.resolve('node_modules', name), path.join(modules, name));
  }
}

/** Standard output of a program that has to end well. */
function run(program: string, args: readonly string[], folder: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`, { cause: error });
  return stdout;
}
