import { existsSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { holdsCrawl } from './crawl-folder.js';

/** Folders are looked through so deep: a demo, or a comparison, is a folder with crawls of its own. */
const deepest = 3;

/** The folders in a folder that hold crawls, or the folder itself. Links are not followed: they could lead anywhere. */
export function* crawlsIn(folder: string, depth = deepest): Generator<string> {
  if (!existsSync(folder) || !lstatSync(folder).isDirectory()) return;
  if (holdsCrawl(folder)) yield folder;
  else if (depth > 0)
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory() && !entry.name.startsWith('.')) yield* crawlsIn(path.join(folder, entry.name), depth - 1);
}
