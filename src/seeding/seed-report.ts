import { UsageError } from '../failure.js';
import { oneLine } from '../page/one-line.js';
import type { SourceAnswer } from './merge-seeds.js';
import type { SeedGenre } from './seed-source.js';

/** What came of looking for seeds. */
export interface SeedReport {
  /** Sources, and the lists that the user named. */
  readonly asked: readonly AskedSource[];
  /** Not asked, and why. */
  readonly left: readonly { readonly source: string; readonly why: string }[];
  /** Different pages that all of them named, beside those that the user gave: the seeds are chosen from these. */
  readonly found: number;
}

export interface AskedSource {
  readonly source: string;
  readonly genre: SeedGenre;
  readonly answers: number;
  /** Where a list is: a file, a folder, or a URL without what may be a key. */
  readonly place?: string;
  /** The lists that a list names and that could not be read. */
  readonly unread?: readonly UnreadList[];
  /** In words, without any key. */
  readonly failure?: string;
}

export interface UnreadList {
  readonly place: string;
  readonly why: string;
}

/** An answer with what is reported of it. */
export type ToldAnswer = SourceAnswer & Pick<AskedSource, 'place' | 'unread' | 'failure'>;

export function seedReport(answers: readonly ToldAnswer[], left: SeedReport['left'], found: number): SeedReport {
  return { asked: answers.map(({ found: pages, ...rest }) => ({ ...rest, answers: pages.length })), left, found };
}

const nothingIn: Readonly<Record<string, string>> = {
  sitemap: 'it names no page',
  feed: 'it has no entry with a page',
  crawl: 'it has no relevant page',
};

/** For a user who has no other seeds: what was tried and what to do. */
export function nothingFound(
  query: string | undefined,
  { asked, left }: Pick<SeedReport, 'asked' | 'left'>,
): UsageError {
  const lines = [
    ...asked.map(({ source, genre, place, failure }) =>
      place === undefined
        ? `${source} (${genre}): ${failure ?? 'no page found'}`
        : `${source} ${place}: ${nothingIn[source]}`,
    ),
    ...left.map(({ source, why }) => `${source}: not asked (${why})`),
  ];
  const topic = query === undefined ? '' : ` for ${oneLine(query, 200)}`;
  const told = lines.map((line) => `  ${line}\n`).join('');
  return new UsageError('no-seeds-found', `No pages to start from were found${topic}:\n${told}${fixOf(asked)}`, {
    asked,
    left,
  });
}

function fixOf(asked: SeedReport['asked']): string {
  if (asked.every(({ place }) => place !== undefined) && asked.length > 0)
    return 'Name other lists, give pages yourself with --seed URL or --seeds FILE, or ask --sources for some.';
  const first = asked.some(({ failure }) => failure !== undefined) ? 'Check the network' : 'Use other words';
  return `${first}, give pages yourself with --seed URL or --seeds FILE, or add a search engine: --source-url searxng=URL of your own SearXNG, or a key in OSPREY_BRAVE_KEY.`;
}
