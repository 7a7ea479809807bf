import { TextPipeline, type TextPipelineOptions } from '../text/text-pipeline.js';

/** De Assis et al. 2009, section 6: a term is a sequence of at most three words. */
const longestTerm = 3;
/** What occurs once may be anything. */
const leastCount = 2;
/** What may stand between the words of a term. */
const joint = /^[\s\-'’&/]*$/;

/** A text to find terms in. */
export interface ExampleText {
  readonly title: string;
  /** One line a block: no term reaches from block to block. */
  readonly text: string;
}

export interface FoundTerm {
  /** As it is written most often, in lower case. */
  readonly term: string;
  readonly count: number;
  /** Number of pages that have it. */
  readonly pages: number;
}

export interface TermNumbers {
  /** NG of the paper. */
  readonly genreTerms: number;
  /** NC of the paper. */
  readonly contentTerms: number;
}

/**
 * De Assis et al. 2009, Algorithm 2, GenerateTerms: the most frequent terms of pages of a genre, and those of relevant pages once the
 * genre's are taken away. Words are consecutive when only stop words stand between them, as everywhere in the text pipeline; terms
 * neither start nor end with one. Two rules are ours: a term must occur twice, and a term that occurs only as a part of one
 * longer term is left out, since it says nothing more ("office" beside "office hours").
 */
export function generateTerms(
  genrePages: readonly ExampleText[],
  relevantPages: readonly ExampleText[],
  numbers: TermNumbers,
  options: Pick<TextPipelineOptions, 'language' | 'stem'> = {},
): Record<keyof TermNumbers, FoundTerm[]> {
  const reader = new PhraseReader(options);
  const genre = mostFrequent(tallyOf(genrePages, reader), numbers.genreTerms, new Map());
  const content = mostFrequent(tallyOf(relevantPages, reader), numbers.contentTerms, genre);
  return { genreTerms: written(genre, genrePages, reader), contentTerms: written(content, relevantPages, reader) };
}

interface Tally {
  readonly words: number;
  count: number;
  pages: number;
  /** Number of the page that was counted last. */
  lastPage: number;
}

/** By term, as stems. */
type TermTallies = Map<string, Tally>;

/** UpdateTermTable for all pages. */
function tallyOf(pages: readonly ExampleText[], reader: PhraseReader): TermTallies {
  const tallies: TermTallies = new Map();
  for (const [number, page] of pages.entries()) {
    reader.read(page, (term, words) => {
      const tally = tallies.get(term) ?? { words, count: 0, pages: 0, lastPage: -1 };
      if (tally.count === 0) tallies.set(term, tally);
      tally.count++;
      if (tally.lastPage !== number) tally.pages++;
      tally.lastPage = number;
    });
  }
  return tallies;
}

/** FilterTerms: of equally frequent terms, those of more pages first, then the longer ones, which say more. */
function mostFrequent(tallies: TermTallies, most: number, excluded: TermTallies): TermTallies {
  const isPart = partsOfLonger(tallies);
  return new Map(
    [...tallies]
      .filter(
        ([term, { count }]) =>
          count >= leastCount && !singleLetter.test(term) && !isPart.has(term) && !excluded.has(term),
      )
      .sort(
        ([termA, a], [termB, b]) =>
          b.count - a.count || b.pages - a.pages || b.words - a.words || (termA < termB ? -1 : 1),
      )
      .slice(0, most),
  );
}

/** Terms all of whose occurrences are in one longer term: they are as frequent as it is. */
function partsOfLonger(tallies: TermTallies): Set<string> {
  const parts = new Set<string>();
  for (const [term, { words, count }] of tallies) {
    if (words === 1) continue;
    for (const part of [term.slice(0, term.lastIndexOf(' ')), term.slice(term.indexOf(' ') + 1)])
      if (tallies.get(part)?.count === count) parts.add(part);
  }
  return parts;
}

/** The terms as people write them, for which the pages are read once more. */
function written(terms: TermTallies, pages: readonly ExampleText[], reader: PhraseReader): FoundTerm[] {
  const formsOf = new Map([...terms.keys()].map((term) => [term, new Map<string, number>()]));
  for (const page of pages) {
    reader.read(page, (term, _words, form) => {
      const forms = formsOf.get(term);
      forms?.set(form, (forms.get(form) ?? 0) + 1);
    });
  }
  return [...terms].map(([term, { count, pages: onPages }]) => {
    const [commonest] = [...formsOf.get(term)!].reduce((best, next) => (next[1] > best[1] ? next : best));
    return { term: commonest, count, pages: onPages };
  });
}

/** Initials and the like; in other scripts one character may well be a word. */
const singleLetter = /^[a-z0-9]$/;

/** The segmenter takes more than twice as long for a text of twice the length; longer blocks than this are no prose. */
const longestBlock = 5_000;

interface Word {
  readonly stem: string;
  readonly start: number;
}

/** Reports every term of a text: its stems, its number of words, and how it is written there. */
class PhraseReader {
  readonly #pipeline: TextPipeline;
  readonly #segmenter: Intl.Segmenter;
  readonly #stems = new Map<string, string>();

  constructor({ language = 'en', stem = true }: Pick<TextPipelineOptions, 'language' | 'stem'>) {
    this.#pipeline = new TextPipeline({ language, stem });
    this.#segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  }

  read({ title, text }: ExampleText, found: (term: string, words: number, form: string) => void): void {
    for (const block of [title, ...text.split('\n')]) {
      for (let at = 0; at < block.length; at += longestBlock)
        this.#readBlock(block.slice(at, at + longestBlock).toLowerCase(), found);
    }
  }

  #readBlock(block: string, found: (term: string, words: number, form: string) => void): void {
    const run: Word[] = [];
    for (const { segment, index, isWordLike } of this.#segmenter.segment(block)) {
      if (!isWordLike) {
        if (!joint.test(segment)) run.length = 0;
        continue;
      }
      const stem = this.#stemOf(segment);
      if (stem === '') continue;
      if (run.push({ stem, start: index }) > longestTerm) run.shift();
      let term = '';
      for (let words = 1; words <= run.length; words++) {
        const first = run[run.length - words]!;
        term = words === 1 ? first.stem : `${first.stem} ${term}`;
        if (/\p{L}/u.test(term)) found(term, words, block.slice(first.start, index + segment.length));
      }
    }
  }

  /** '' for stop words. */
  #stemOf(word: string): string {
    const known = this.#stems.get(word);
    if (known !== undefined) return known;
    const stem = this.#pipeline.termOf(word);
    this.#stems.set(word, stem);
    return stem;
  }
}
