import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { UsageError } from '../src/failure.js';

/** Where things that can be made again are kept: OSPREY_CACHE, else `osprey` in the user's cache folder. */
export function cacheFolder(): string {
  const userCache = process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache');
  return path.resolve(process.env.OSPREY_CACHE ?? path.join(userCache, 'osprey'));
}

/** The description of the Debian web: which package stands for which host. */
export function debianSitesFile(): string {
  const file = path.join(debianScripts(), 'sites.json');
  if (existsSync(file)) return file;
  throw new UsageError('debian-web-absent', `No ${file}: set OSPREY_WEBS to the folder that holds the recorded webs.`);
}

/** The unpacked packages of the Debian web; fetched once into the cache folder unless OSPREY_DEBIAN_WEB names them. */
export function debianWebFolder(): string {
  const folder = path.resolve(process.env.OSPREY_DEBIAN_WEB ?? path.join(cacheFolder(), 'debian-web'));
  if (!existsSync(path.join(folder, 'x'))) fetchDebianWeb(folder);
  return folder;
}

/** Fetched beside its final place and renamed at the end, so that a broken download is never taken for the web. */
function fetchDebianWeb(folder: string): void {
  const script = path.join(debianScripts(), 'fetch-debian-web.sh');
  if (!existsSync(script)) {
    throw new UsageError('debian-web-absent', `No Debian web in ${folder}: set OSPREY_DEBIAN_WEB, or OSPREY_WEBS.`);
  }
  const partial = `${folder}.partial-${process.pid}`;
  mkdirSync(partial, { recursive: true });
  console.error(`Fetching the Debian web into ${folder} (once, 224 MB, about half a minute) …`);
  const { status } = spawnSync('sh', [script, partial], { stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    rmSync(partial, { recursive: true, force: true });
    throw new UsageError(
      'debian-web-failed',
      `${script} failed; run it by hand and set OSPREY_DEBIAN_WEB to its folder.`,
    );
  }
  renameSync(partial, folder);
}

function debianScripts(): string {
  return path.resolve(process.env.OSPREY_WEBS ?? '../shared/webs', 'debian');
}
