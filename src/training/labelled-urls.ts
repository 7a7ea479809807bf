import type { ArchiveIndexOptions } from '../archive/archive-index.js';
import { ArchivedPages } from './archived-pages.js';
import { type LabelledUrl, readLabelList } from './label-list.js';
import { Targets } from './targets.js';
import type { TrainingSource } from './training-source.js';

export interface LabelledUrlsOptions {
  /** A list of URLs with their labels. */
  readonly list: string;
  /** WARC files that hold the pages. */
  readonly archives: readonly string[];
  /** As given with --target. */
  readonly target?: string | undefined;
  /** The list records visits: its order, or else that of its lines, is the order of the pages. */
  readonly visits: boolean;
  readonly onIndexing?: ArchiveIndexOptions['onProgress'];
}

/** Pages of an archived web, with labels or a recorded sequence of visits from a list. */
export async function labelledUrls({
  list,
  archives,
  target,
  visits,
  onIndexing,
}: LabelledUrlsOptions): Promise<TrainingSource> {
  const entries = await readLabelList(list);
  const targets = Targets.from(target, new Set(entries.flatMap(({ labels }) => labels)));
  const pages = await ArchivedPages.open(archives, onIndexing);
  return {
    targets: targets.labels,
    visitOrder: visits,
    total: entries.length,
    *documents() {
      for (const { url, labels } of visits ? inOrderOfVisits(entries) : entries)
        yield { name: url, label: targets.labelOf(labels), read: (reader) => pages.read(url, reader) };
    },
    landing: (url) => pages.landing(url),
    close: () => pages.close(),
  };
}

/** Visits without a number stand where their line does. Equal numbers stay in the order of their lines. */
function inOrderOfVisits(entries: readonly LabelledUrl[]): LabelledUrl[] {
  return entries
    .map((entry, line) => ({ entry, order: entry.order ?? line }))
    .sort((a, b) => a.order - b.order)
    .map(({ entry }) => entry);
}
