import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../bench/peers/', import.meta.url));

/** Installs the crawlers of npm to compare with, once, apart from Osprey's own dependencies. Says why where it cannot. */
export function installPeers(): { readonly missing?: string } {
  if (isInstalled()) return {};
  console.error('Installing the crawlers to compare with (once) …');
  const arguments_ = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr, error } = spawnSync('npm', arguments_, { cwd: FOLDER, encoding: 'utf8' });
  if (status === 0) return {};
  const reason = (error?.message ?? stderr).trim().split('\n', 1)[0];
  return { missing: `npm ci in bench/peers failed: ${reason}` };
}

/** Whether what is there is what the lock file asks for. */
function isInstalled(): boolean {
  const kept = `${FOLDER}node_modules/.package-lock.json`;
  return existsSync(kept) && statSync(kept).mtimeMs >= statSync(`${FOLDER}package-lock.json`).mtimeMs;
}

/** Debian's own Python, whose packages apt-get installs; another one first in the path would not have them. */
const python = '/usr/bin/python3';
export const scrapyCommand: readonly string[] = [python, `${FOLDER}scrapy_list.py`];

/** Scrapy is a package of the system, which a benchmark does not change. */
export function findScrapy(): { readonly missing?: string } {
  const { status } = spawnSync(python, ['-c', 'import scrapy'], { encoding: 'utf8' });
  return status === 0 ? {} : { missing: 'Scrapy is not there: apt-get install python3-scrapy' };
}

/** A module of a peer; the caller states the part of its interface that it uses, as its types are not installed. */
export async function importPeer<Module>(name: string): Promise<Module> {
  const file = createRequire(`${FOLDER}package.json`).resolve(name);
  return (await import(pathToFileURL(file).href)) as Module;
}
