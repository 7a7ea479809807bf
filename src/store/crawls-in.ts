import { type Dirent, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { holdsCrawl } from './crawl-folder.js';

/** How deep folders are searched: a demo, or a comparison, is a folder with crawls of its own. */
const deepest = 3;

/**
 * The folders in a folder that hold crawls, or the folder itself, which may be a link. Links in it are not followed: they could lead anywhere.
 * Folders in it that cannot be read are passed over; the folder itself has to be readable.
 */
export function* crawlsIn(folder: string): Generator<string> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (holdsCrawl(folder)) yield folder;
  else yield* crawlsAmong(readdirSync(folder, { withFileTypes: true }), folder, deepest);
}

function* crawlsAmong(entries: readonly Dirent[], parent: string, depth: number): Generator<string> {
  for (const entry of entries) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
    const folder = path.join(parent, entry.name);
    if (holdsCrawl(folder)) yield folder;
    else if (depth > 1) yield* crawlsAmong(entriesOf(folder), folder, depth - 1);
  }
}

/** None where it cannot be read. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
