import { wordsOf } from './word-overlap.js';

/** Words that a run must share with the gold text to be sure of its place. */
const ANCHOR = 4;
/** Places looked at for one block: what is repeated more often says nothing of its place. */
const MAX_PLACES = 12;
/** Share of a block's runs that must be in the gold text where the whole is not. */
const COVERED = 0.6;

export interface BlockLabels {
  /** Words of each block. */
  readonly sizes: Int32Array;
  /** Share of each block that is main text, 0 to 1. */
  readonly labels: Float64Array;
  readonly goldSize: number;
}

interface Match {
  readonly block: number;
  readonly at: number;
  readonly size: number;
}

/**
 * Says which blocks of a page are in its gold text. Blocks that occur there word for word are chained in the order of both, the
 * chain with the most words wins: `Share` between two paragraphs is not the `share` of a sentence. Long blocks that differ a
 * little count by the runs of words that they have in common with it.
 */
export function blockLabels(blocks: readonly string[], gold: string): BlockLabels {
  const goldWords = wordsOf(gold);
  const words = blocks.map(wordsOf);
  const labels = new Float64Array(blocks.length);
  const used = new Uint8Array(goldWords.length);
  for (const { block, at, size } of bestChain(matchesOf(words, goldWords), goldWords.length)) {
    labels[block] = 1;
    used.fill(1, at, at + size);
  }
  const runs = new Map<string, number>();
  for (let i = 0; i + ANCHOR <= goldWords.length; i++) {
    if (used[i] === 1 && used[i + ANCHOR - 1] === 1) continue;
    const run = goldWords.slice(i, i + ANCHOR).join(' ');
    runs.set(run, (runs.get(run) ?? 0) + 1);
  }
  for (const [block, own] of words.entries()) if (labels[block] === 0) labels[block] = covered(own, runs);
  return { sizes: Int32Array.from(words, (own) => own.length), labels, goldSize: goldWords.length };
}

function covered(words: readonly string[], runs: Map<string, number>): number {
  if (words.length < ANCHOR + 2) return 0;
  const found: string[] = [];
  for (let i = 0; i + ANCHOR <= words.length; i++) {
    const run = words.slice(i, i + ANCHOR).join(' ');
    if ((runs.get(run) ?? 0) > 0) found.push(run);
  }
  const share = found.length / (words.length - ANCHOR + 1);
  if (share < COVERED) return 0;
  for (const run of found) runs.set(run, runs.get(run)! - 1);
  return share;
}

function matchesOf(words: readonly (readonly string[])[], gold: readonly string[]): Match[] {
  const places = new Map<string, number[]>();
  for (const [at, word] of gold.entries()) {
    const known = places.get(word);
    if (known === undefined) places.set(word, [at]);
    else known.push(at);
  }
  const matches: Match[] = [];
  for (const [block, own] of words.entries()) {
    if (own.length === 0) continue;
    let found = 0;
    for (const at of places.get(own[0]!) ?? []) {
      if (!own.every((word, i) => gold[at + i] === word)) continue;
      matches.push({ block, at, size: own.length });
      if (++found >= MAX_PLACES) break;
    }
  }
  return matches;
}

/** The chain of matches, rising in blocks and in places without overlap, with the most words. */
function bestChain(matches: readonly Match[], length: number): Match[] {
  // Best weight of a chain that ends before a place: a Fenwick tree of maxima.
  const best = new Float64Array(length + 2);
  const ends = new Int32Array(length + 2).fill(-1);
  const before = new Int32Array(matches.length).fill(-1);
  const weights = new Float64Array(matches.length);
  for (let first = 0; first < matches.length; ) {
    let next = first;
    while (next < matches.length && matches[next]!.block === matches[first]!.block) next++;
    for (let i = first; i < next; i++) {
      let [weight, last] = [0, -1];
      for (let node = matches[i]!.at; node > 0; node -= node & -node) {
        if (best[node]! > weight) [weight, last] = [best[node]!, ends[node]!];
      }
      // A little more for whole lines that follow each other closely.
      const gap = last < 0 ? 0 : matches[i]!.at - matches[last]!.at - matches[last]!.size;
      weights[i] = weight + matches[i]!.size + (gap === 0 ? 0.1 : 0);
      before[i] = last;
    }
    for (let i = first; i < next; i++) {
      for (let node = matches[i]!.at + matches[i]!.size; node <= length; node += node & -node) {
        if (weights[i]! > best[node]!) [best[node], ends[node]] = [weights[i]!, i];
      }
    }
    first = next;
  }
  let last = -1;
  for (let i = 0; i < matches.length; i++) if (last < 0 || weights[i]! > weights[last]!) last = i;
  const chain: Match[] = [];
  for (; last >= 0; last = before[last]!) chain.push(matches[last]!);
  return chain;
}
