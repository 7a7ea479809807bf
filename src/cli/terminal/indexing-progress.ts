import type { IndexingProgress } from '../../crawl/open-transport.js';
import type { RunOptions } from '../add-run-flags.js';
import { percent } from './format.js';
import { StatusLine } from './status-line.js';

/** Tells of the indexing of an archived web, which is done once and may take a while. */
export function indexingProgress({ json, quiet }: RunOptions): IndexingProgress {
  const line = new StatusLine();
  return ({ file, done, total }) => {
    if (json || quiet) return;
    if (done >= total) line.end();
    else line.show(() => `Indexing ${file} (only once): ${percent(done / total)}`);
  };
}
