import { Failure } from '../../../failure.js';
import { archivedMainText } from '../../../reading/archived-page.js';
import { openReader } from '../../../store/open-reader.js';
import {
  type CrawlTerms,
  crawlTerms,
  type JudgedText,
  type Meaning,
  type SuggestedTerm,
} from '../../../topic/crawl-terms.js';
import { counted, percent, printable, shellWord } from '../../terminal/format.js';

/** The first pages of a crawl say what its topic's words mean on this web. */
const mostPages = 300;

/** `osprey terms --from-crawl`: terms to add, to drop and to exclude, from the pages that a crawl has visited. */
export async function termsFromCrawl(folder: string): Promise<CrawlTerms> {
  const { records, bodies, settings, close } = await openReader(folder);
  try {
    const pages: JudgedText[] = [];
    for await (const row of records.visits({ outcomes: ['page', 'ignored'], limit: mostPages })) {
      const text = await archivedMainText(bodies, row).catch((thrown) => {
        if (thrown instanceof Failure) return '';
        throw thrown;
      });
      pages.push({ title: row.title ?? '', text, relevant: row.judgement?.relevant ?? false });
    }
    const { query, contentTerms, language, stem } = settings;
    return crawlTerms(pages, query ?? contentTerms.join(' '), { language, stem });
  } finally {
    await close();
  }
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
