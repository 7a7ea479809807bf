import { homedir } from 'node:os';
import path from 'node:path';

/** Where things are kept that can be made again: OSPREY_CACHE, else `osprey` in the user's cache folder. */
export function cacheFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  if (env.OSPREY_CACHE) return path.resolve(env.OSPREY_CACHE);
  // The XDG specification has relative paths ignored.
  const base = env.XDG_CACHE_HOME && path.isAbsolute(env.XDG_CACHE_HOME) ? env.XDG_CACHE_HOME : undefined;
  return path.join(base ?? path.join(homedir(), '.cache'), 'osprey');
}
