import type { Settings } from '../config/options.js';
import { TextPipeline } from '../text/text-pipeline.js';
import { parseQuery } from '../topic/query.js';

/** Of a page, and characters of each. */
const [mostPassages, longestPassage] = [3, 500] as const;
/** The segmenter takes more than twice as long for a text of twice the length; longer blocks than this are no prose. */
const longestBlock = 5_000;
/** Text of a page that is looked at. */
const mostText = 200_000;

interface Passage {
  readonly at: number;
  readonly text: string;
  readonly found: ReadonlySet<number>;
}

/**
 * The passages of a text around the words of the topic: sentences that have one, each with the sentence before and after it, those with
 * the most different words first, then as they stand in the text. None without a query.
 */
export function passageFinder({
  query,
  contentTerms,
  language,
  stem,
}: Pick<Settings, 'query' | 'contentTerms' | 'language' | 'stem'>): (text: string) => string[] {
  const { words, phrases } = parseQuery(query ?? contentTerms.join(' '));
  const pipeline = new TextPipeline({ language, stem, phrases });
  const wanted = new Set(pipeline.termIds([words, ...phrases].join(' ')));
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' });
  const foundIn = (sentence: string) => new Set([...pipeline.termIds(sentence)].filter((id) => wanted.has(id)));
  return (text) => {
    if (wanted.size === 0) return [];
    const passages: Passage[] = [];
    for (const block of text.slice(0, mostText).split('\n')) {
      for (let at = 0; at < block.length; at += longestBlock) {
        const pieces = Array.from(sentences.segment(block.slice(at, at + longestBlock)), ({ segment }) => segment);
        passages.push(...passagesOf(pieces, foundIn, passages.length));
      }
    }
    const best = passages.sort((a, b) => b.found.size - a.found.size || a.at - b.at).slice(0, mostPassages);
    return best.sort((a, b) => a.at - b.at).map((passage) => passage.text);
  };
}

/** Sentences with a word of the topic, with those beside them; passages that touch are one. */
function passagesOf(sentences: readonly string[], foundIn: (sentence: string) => Set<number>, from: number): Passage[] {
  const found = sentences.map(foundIn);
  const isPart = found.map((_, i) => [i - 1, i, i + 1].some((near) => (found[near]?.size ?? 0) > 0));
  const passages: Passage[] = [];
  for (let start = 0; start < sentences.length; start++) {
    if (!isPart[start]) continue;
    let end = start;
    while (isPart[end + 1]) end++;
    const text = sentences
      .slice(start, end + 1)
      .join('')
      .trim();
    const terms = new Set(found.slice(start, end + 1).flatMap((ids) => [...ids]));
    passages.push({ at: from + passages.length, text: shortened(text), found: terms });
    start = end;
  }
  return passages;
}

function shortened(text: string): string {
  if (text.length <= longestPassage) return text;
  return `${text.slice(0, text.lastIndexOf(' ', longestPassage) > 0 ? text.lastIndexOf(' ', longestPassage) : longestPassage)}…`;
}
