import type { CrawlReader } from '../../../model/crawl-reader.js';
import { Topic } from '../../../topic/topic.js';
import { count, counted, printable, shellWord } from '../../terminal/format.js';

/** The best relevant pages that are looked at, and how few of them say nothing. */
const [mostPages, fewestPages] = [300, 10] as const;

/** A word of the query that most relevant pages do not have: they are relevant by the other one. */
export interface LackingWord {
  readonly word: string;
  readonly pages: number;
  readonly relevant: number;
}

/**
 * "mail server" finds servers of all kinds where few pages speak of mail. Told of a query of two words, which its user can make a phrase; of
 * more words, pages may well lack one or two. By the parts of judgements: strategies whose judgements have no words say nothing.
 */
export async function lackingWord({ records, settings }: CrawlReader): Promise<LackingWord | undefined> {
  if (settings.query === undefined) return undefined;
  const names = [...Topic.from(settings, []).names.values()];
  if (names.length !== 2 || settings.query.includes('"')) return undefined;
  const without = names.map(() => 0);
  let relevant = 0;
  for await (const { judgement } of records.visits({ relevant: true, order: 'relevance', limit: mostPages })) {
    relevant++;
    const has = names.map((name) => Object.hasOwn(judgement?.parts ?? {}, name));
    if (has.some(Boolean)) for (const [place, found] of has.entries()) if (!found) without[place]!++;
  }
  const place = without.findIndex((pages) => 2 * pages > relevant);
  return relevant < fewestPages || place < 0 ? undefined : { word: names[place]!, pages: without[place]!, relevant };
}

/** In one line, with a query to copy; nothing where no word is lacking. */
export function lackingLine(query: string | undefined, lacking: LackingWord | undefined): string[] {
  if (lacking === undefined) return [];
  const { word, pages, relevant } = lacking;
  const of = relevant === mostPages ? `the best ${count(relevant)} relevant pages` : counted(relevant, 'relevant page');
  const phrase = shellWord(`"${printable(query!.trim())}"`);
  return [
    `${count(pages)} of ${of} do not say "${printable(word)}". If the words belong together, crawl for the phrase: ${phrase}`,
  ];
}
