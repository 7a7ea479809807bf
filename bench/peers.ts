import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../bench/peers/', import.meta.url));

/** Installs the crawlers to compare with, once, apart from Osprey's own dependencies. Says why where it cannot. */
export function installPeers(): { readonly missing?: string } {
  if (existsSync(`${FOLDER}node_modules/.package-lock.json`)) return {};
  console.error('Installing the crawlers to compare with (once) …');
  const arguments_ = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr, error } = spawnSync('npm', arguments_, { cwd: FOLDER, encoding: 'utf8' });
  if (status === 0) return {};
  const reason = (error?.message ?? stderr).trim().split('\n', 1)[0];
  return { missing: `npm ci in bench/peers failed: ${reason}` };
}

/** A module of a peer; the caller states the part of its interface that it uses, as its types are not installed. */
export async function importPeer<Module>(name: string): Promise<Module> {
  const file = createRequire(`${FOLDER}package.json`).resolve(name);
  return (await import(pathToFileURL(file).href)) as Module;
}
