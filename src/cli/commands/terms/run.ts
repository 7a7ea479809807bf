import { writeFileSync } from 'node:fs';
import { Document, isSeq, type Scalar } from 'yaml';
import { integer } from '../../../config/scalar-kinds.js';
import type { ExampleOptions } from '../../../crawl/examples/example-options.js';
import { readExamplePages } from '../../../crawl/examples/example-pages.js';
import { UsageError } from '../../../failure.js';
import { type FoundTerm, generateTerms, type TermNumbers } from '../../../topic/generate-terms.js';
import { exitCodes } from '../../exit-codes.js';
import { flagValue } from '../../flag-value.js';
import { counted } from '../../terminal/format.js';
import { indexingProgress } from '../../terminal/indexing-progress.js';
import { checkFree, writingTo } from '../../terminal/output-file.js';
import { suggestionLines, termsFromCrawl } from './from-crawl.js';

/** The options that say how pages are fetched and read come along as they were given (`exampleOptionKeys`). */
export interface TermsFlags extends ExampleOptions {
  readonly genre?: readonly string[];
  readonly relevant?: readonly string[];
  readonly fromCrawl?: string;
  readonly genreCount: string;
  readonly contentCount: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** `osprey terms`: the terms of a genre and of a subject, from example pages, as fields of a config file. */
export async function termsCommand(flags: TermsFlags): Promise<number> {
  const { genre = [], relevant = [], fromCrawl, genreCount, contentCount, out, json = false, ...options } = flags;
  if (fromCrawl !== undefined) return suggest(fromCrawl, [...genre, ...relevant], json);
  if (genre.length + relevant.length === 0) {
    throw new UsageError(
      'no-example-page',
      'No pages given: use --genre URL|FILE… for pages of the genre, --relevant URL|FILE… for pages on the subject, or both, or --from-crawl DIR.',
    );
  }
  const numbers = {
    genreTerms: flagValue(integer({ min: 1 }), genreCount, '--genre-count'),
    contentTerms: flagValue(integer({ min: 1 }), contentCount, '--content-count'),
  };
  if (out !== undefined) checkFree(out);
  const hooks = { onIndexing: indexingProgress({ json }) };
  const pages = await readExamplePages([...genre, ...relevant], options, hooks);
  const pagesOf = (given: readonly string[]) => pages.filter((page) => given.includes(page.given));
  const { language = 'en', stem = true } = options;
  const found = generateTerms(pagesOf(genre), pagesOf(relevant), numbers, { language, stem });
  if (found.genreTerms.length + found.contentTerms.length === 0) {
    throw new UsageError('no-terms', 'No word occurs twice on these pages; give more or longer pages.');
  }
  const text = json ? `${JSON.stringify(found)}\n` : yamlOf(found, genre.length, relevant.length);
  if (out === undefined) process.stdout.write(text);
  else await writingTo(out, () => writeFileSync(out, text, { flag: 'wx' }));
  return exitCodes.ok;
}

/** What a crawl suggests for the next one. */
async function suggest(folder: string, pages: readonly string[], json: boolean): Promise<number> {
  if (pages.length > 0)
    throw new UsageError(
      'unused-input',
      'The pages of the crawl are used with --from-crawl; leave --genre and --relevant out.',
    );
  const found = await termsFromCrawl(folder);
  process.stdout.write(json ? `${JSON.stringify(found)}\n` : `${suggestionLines(found).join('\n')}\n`);
  return exitCodes.ok;
}

/** Fields that `--config` takes as they are; the comments tell how often each term occurs. */
function yamlOf(found: Readonly<Record<keyof TermNumbers, FoundTerm[]>>, genre: number, relevant: number): string {
  const fields = Object.entries(found).filter(([, terms]) => terms.length > 0);
  const document = new Document(
    Object.fromEntries(fields.map(([name, terms]) => [name, terms.map(({ term }) => term)])),
  );
  for (const [name, terms] of fields) {
    const list = document.get(name);
    if (!isSeq<Scalar>(list)) continue;
    for (const [index, { count, pages }] of terms.entries())
      list.items[index]!.comment = ` ${counted(count, 'time')} on ${counted(pages, 'page')}`;
  }
  const sources = [
    ...(genre > 0 ? [`${counted(genre, 'page')} of the genre`] : []),
    ...(relevant > 0 ? [counted(relevant, 'relevant page')] : []),
  ];
  document.commentBefore = ` Most frequent terms of ${sources.join(' and ')}. Edit as needed.`;
  return document.toString({ lineWidth: 0 });
}
