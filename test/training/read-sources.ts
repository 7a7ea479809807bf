import type { TrainingPage } from '../../src/learning/training.js';
import { type ReadSet, readTrainingSet } from '../../src/training/read-training-set.js';
import type { TrainingSource } from '../../src/training/training-source.js';

/** Reads a source on this thread. */
export async function readAll(source: TrainingSource): Promise<ReadSet> {
  try {
    const settings = { language: 'en', stem: true, workers: 0, maxPageBytes: 1_000_000 };
    return await readTrainingSet(source, settings, () => undefined);
  } finally {
    source.close?.();
  }
}

/** Links by the URLs at their ends, as `from > to`, where both are pages of the set; schemes are left out. */
export function linksBetween({ set }: ReadSet): string[] {
  const urls = new Set(set.pages.map(({ url }) => url));
  const short = (url: string) => url.replace('http://', '');
  return set.pages.flatMap(({ url, links }: TrainingPage) =>
    links.filter((link) => urls.has(link.url)).map((link) => `${short(url)} > ${short(link.url)}`),
  );
}

export function labelsByUrl({ set }: ReadSet): Record<string, string> {
  return Object.fromEntries(set.pages.map(({ url, label }) => [url.replace('http://', ''), label]));
}
