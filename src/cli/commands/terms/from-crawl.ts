import { Failure } from '../../../failure.js';
import type { CrawlReader } from '../../../model/crawl-reader.js';
import { archivedMainText } from '../../../reading/archived-page.js';
import { readingCrawl } from '../../../store/open-reader.js';
import {
  type CrawlTerms,
  clearMeanings,
  crawlTerms,
  type JudgedText,
  type Meaning,
  type SuggestedTerm,
} from '../../../topic/crawl-terms.js';
import { counted, percent, printable, shellWord } from '../../terminal/format.js';

/** The first pages of a crawl say what its topic's words mean on this web. */
const mostPages = 300;

/** `osprey terms --from-crawl`: terms to add, to drop and to exclude, from the pages that a crawl has visited. */
export function termsFromCrawl(location: string): Promise<CrawlTerms> {
  return readingCrawl(location, (reader) => termsOf(reader, mostPages));
}

/** Of these, a fraction of a second, which nobody minds who asks for something else. */
const fewPages = 100;

/**
 * Two meanings of the query that the first pages use, where there are clearly two: of a query of one word, as "jaguar", for which the
 * user has excluded none yet. More words are seldom ambiguous, and pages differ in much else.
 */
export async function meaningsOf(reader: CrawlReader): Promise<readonly [Meaning, Meaning] | undefined> {
  const { query, not } = reader.settings;
  return not.length > 0 || !/^\s*[\p{L}\p{M}-]+\s*$/u.test(query ?? '')
    ? undefined
    : clearMeanings(await termsOf(reader, fewPages));
}

/** In one line, with an option to copy; nothing where there are not two. */
export function meaningsLine(query: string | undefined, meanings: readonly [Meaning, Meaning] | undefined): string[] {
  if (meanings === undefined) return [];
  const [first, second] = meanings.map(({ words }) => words.slice(0, wordsInLine).map((word) => printable(word)));
  const named = meanings.map(
    ({ pages }, at) => `${[first, second][at]!.slice(0, 3).join(', ')} (${counted(pages, 'page')})`,
  );
  return [
    `"${printable(query!.trim())}" has two meanings here: ${named.join(' and ')}. To leave the second out: --not ${shellWord(second!.join(','))}`,
  ];
}

const wordsInLine = 5;

async function termsOf({ records, bodies, settings }: CrawlReader, most: number): Promise<CrawlTerms> {
  const pages: JudgedText[] = [];
  for await (const row of records.visits({ outcomes: ['page', 'ignored'], limit: most })) {
    const text = await archivedMainText(bodies, row).catch((thrown) => {
      if (thrown instanceof Failure) return '';
      throw thrown;
    });
    pages.push({ title: row.title ?? '', text, relevant: row.judgement?.relevant ?? false });
  }
  const { query, contentTerms, language, stem } = settings;
  return crawlTerms(pages, query ?? contentTerms.join(' '), { language, stem });
}

export function suggestionLines({ add, drop, meanings }: CrawlTerms): string[] {
  const lines = [
    ...termLines('Words to add: on many relevant pages, on few others', add),
    ...termLines('Words of the query to drop: on as many other pages as relevant ones', drop),
    ...meaningLines(meanings),
  ];
  return lines.length > 0 ? lines : ['No suggestions: too few pages were visited, or those found are much alike.'];
}

function termLines(title: string, terms: readonly SuggestedTerm[]): string[] {
  if (terms.length === 0) return [];
  const shares = ({ relevantShare, otherShare }: SuggestedTerm) => `${percent(relevantShare)} / ${percent(otherShare)}`;
  return [title, ...terms.map((term) => `  ${printable(term.term)}  ${shares(term)}`)];
}

function meaningLines(meanings: readonly Meaning[]): string[] {
  const [wanted, other] = meanings;
  if (wanted === undefined || other === undefined) return [];
  const told = ({ pages, relevant, words }: Meaning) =>
    `  ${counted(pages, 'page')}, ${relevant} relevant: ${words.map((word) => printable(word)).join(', ')}`;
  return [
    'The pages use the query in two senses',
    ...[wanted, other].map(told),
    `  To leave the second out: --not ${shellWord(other.words.map((word) => printable(word)).join(','))}`,
  ];
}
