import type { IndexingProgress } from '../agent/open-transport.js';
import { percent } from './format.js';
import type { RunFlags } from './run-crawl.js';

/** Tells of the indexing of an archived web, which is done once and may take a while. */
export function indexingProgress({ json, quiet }: RunFlags): IndexingProgress {
  let shownAt = 0;
  return ({ file, done, total }) => {
    if (json || quiet || Date.now() - shownAt < 1000) return;
    shownAt = Date.now();
    const line = `Indexing ${file}, once: ${percent(done / Math.max(1, total))}`;
    process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}${done >= total ? '\n' : ''}` : `${line}\n`);
  };
}
