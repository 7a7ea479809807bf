import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '../../failure.js';
import { labelsName } from '../../labels/label-file.js';
import type { CrawlReader } from '../../model/crawl-reader.js';
import { makeFolders } from '../../store/crawl-folder.js';
import { crawlLocation } from '../../store/crawl-location.js';
import { openReader } from '../../store/open-reader.js';
import { type RecordedAnswer, recordedAnswers } from './recorded-answers.js';
import { robotsNotes } from './robots-answers.js';
import { webLabels } from './web-labels.js';
import { webLinks } from './web-links.js';
import { webRecords } from './web-records.js';
import { isTold, topicsYaml, type WebTopic, webTopics } from './web-topics.js';

export const webFiles = {
  web: 'web.warc.gz',
  graph: 'graph.tsv',
  labels: labelsName,
  topics: 'topics.yaml',
} as const;

export interface RecordedSummary {
  readonly pages: number;
  readonly redirects: number;
  readonly robots: number;
  readonly links: number;
  /** Pages that people judged. */
  readonly labels: number;
  readonly topics: readonly (Pick<WebTopic, 'id' | 'near' | 'examples'> & {
    /** Pages that people call relevant to it. */
    readonly relevant: number;
  })[];
  /** Folders of the crawls that no topic could be made of. */
  readonly withoutTopic: readonly string[];
  /** Visits of the crawls that their archives do not hold. */
  readonly missing: number;
  /** Strategies that the web was recorded with. */
  readonly strategies: readonly string[];
}

/**
 * Makes a recorded web of crawls in the folder `out`, which must not exist or be empty. It appears there when all of it is
 * written. Throws `UsageError` where a crawl has kept no pages.
 */
export async function recordWeb(
  locations: readonly string[],
  out: string,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<RecordedSummary> {
  const crawls: CrawlReader[] = [];
  try {
    for (const location of new Set(locations.map(plainLocation))) crawls.push(await openReader(location));
    for (const crawl of crawls) assertArchived(crawl);
    const draft = `${path.resolve(out)}.draft-${process.pid}`;
    makeFolders(path.dirname(draft));
    await mkdir(draft);
    try {
      const summary = await write(crawls, draft, onProgress);
      await rename(draft, out);
      return summary;
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  } finally {
    for (const crawl of crawls) await crawl.close();
  }
}

/** One way to say it, so that a crawl that is named twice is read once. */
function plainLocation(location: string): string {
  const place = crawlLocation(location);
  return place.kind === 'folder' ? path.resolve(place.folder) : location;
}

async function write(
  crawls: readonly CrawlReader[],
  folder: string,
  onProgress: (done: number, total: number) => void,
): Promise<RecordedSummary> {
  const found = await recordedAnswers(crawls);
  const answers = new Map(found.answers);
  if (answers.size === 0)
    throw new UsageError('empty-crawl', 'Nothing to record: the crawls have not visited any page yet.');
  const robots = await robotsNotes(crawls, answers.keys());
  let done = 0;
  const counted = function* (all: Iterable<RecordedAnswer>) {
    for (const answer of all) {
      onProgress(++done, found.answers.size);
      yield answer;
    }
  };
  const lose = ({ url }: RecordedAnswer) => answers.delete(url);
  const file = (name: keyof typeof webFiles) => path.join(folder, webFiles[name]);
  await toFile(webRecords(counted(found.answers.values()), robots, lose), file('web'));
  const links = await writeGraph(crawls, answers, file('graph'));
  const sought = await webTopics(crawls, answers);
  const topics = sought.filter(isTold);
  if (topics.length > 0) await writeFile(file('topics'), topicsYaml(topics));
  const labels = webLabels(sought, answers);
  if (labels.size > 0) await writeFile(file('labels'), labelLines(labels));
  const redirects = [...answers.values()].filter(({ target }) => target !== undefined).length;
  return {
    pages: answers.size - redirects,
    redirects,
    robots: robots.length,
    links,
    labels: labels.size,
    topics: topics.map(({ id, near, examples, relevant: [name = ''] }) => {
      const relevant = [...labels.values()].filter((names) => names.includes(name)).length;
      return { id, near, examples, relevant };
    }),
    withoutTopic: sought.filter((topic) => !isTold(topic)).flatMap(({ crawls }) => crawls.map(({ folder }) => folder)),
    missing: found.missing + found.answers.size - answers.size,
    strategies: [...new Set(crawls.map(({ settings }) => settings.strategy))],
  };
}

async function writeGraph(
  crawls: readonly CrawlReader[],
  answers: ReadonlyMap<string, RecordedAnswer>,
  file: string,
): Promise<number> {
  let links = 0;
  const lines = async function* () {
    yield 'from\tto\tanchor\n';
    for await (const { from, to, anchor } of webLinks(crawls, answers)) {
      links++;
      yield `${from}\t${to}\t${anchor}\n`;
    }
  };
  await toFile(lines(), file);
  return links;
}

function labelLines(labels: ReadonlyMap<string, readonly string[]>): string {
  return ['url\tlabels', ...[...labels].map(([url, names]) => `${url}\t${names.join(';')}`), ''].join('\n');
}

async function toFile(pieces: Iterable<string | Uint8Array> | AsyncIterable<string>, file: string): Promise<void> {
  await pipeline(Readable.from(pieces), createWriteStream(file, { flags: 'wx' }));
}

function assertArchived({ folder, settings }: CrawlReader): void {
  if (settings.archive) return;
  throw new UsageError(
    'no-archive',
    `${folder} was crawled with --no-archive, so its pages cannot be recorded; crawl without it.`,
    { folder },
  );
}
