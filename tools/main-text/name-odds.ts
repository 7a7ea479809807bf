import { scanNameWords } from '../../src/page/main/name-words.js';
import type { LabelledPage } from './labelled-page.js';

/** Sites that must use a word before it says anything. */
const MIN_SITES = 12;
/** Pages that every word is assumed to have been seen on, half main text and half not: few pages say little. */
const PRIOR = 6;
const MIN_ODDS = 0.4;

/** How much likelier text is main text inside an element named so, as log-odds; by words in ids and classes. */
export function nameOdds(pages: readonly LabelledPage[]): Record<string, number> {
  const votes = new Map<string, { for: number; against: number; base: number; sites: Set<string> }>();
  for (const labelled of pages) {
    const { page, laid } = labelled;
    const { places } = laid;
    const { sizes, kept } = wordsByPlace(labelled);
    const shares = new Map<string, [size: number, kept: number]>();
    for (const [at, { tag, id, classes }] of places.entries()) {
      if (tag.name === 'body' || tag.name === 'html') continue;
      for (const word of wordsIn(id, classes)) {
        const share = shares.get(word) ?? [0, 0];
        shares.set(word, [share[0] + sizes[at]!, share[1] + kept[at]!]);
      }
    }
    const site = URL.canParse(page.url) ? new URL(page.url).hostname : page.id;
    // The page's own standard: a word says something where it differs from the others around it.
    let [usual, words] = [0.5, 1];
    for (const [size, inMain] of shares.values()) if (size > 0) [usual, words] = [usual + inMain / size, words + 1];
    for (const [word, [size, inMain]] of shares) {
      if (size === 0) continue;
      const vote = votes.get(word) ?? { for: 0, against: 0, base: 0, sites: new Set() };
      vote.for += inMain / size;
      vote.against += 1 - inMain / size;
      vote.base += usual / words;
      vote.sites.add(site);
      votes.set(word, vote);
    }
  }
  const odds: [string, number][] = [];
  for (const [word, vote] of votes) {
    if (vote.sites.size < MIN_SITES) continue;
    const base = vote.base / (vote.for + vote.against);
    const value =
      Math.log((vote.for + PRIOR * base) / (vote.against + PRIOR * (1 - base))) - Math.log(base / (1 - base));
    if (Math.abs(value) >= MIN_ODDS) odds.push([word, Math.round(value * 100) / 100]);
  }
  return Object.fromEntries(odds.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Words in each place, and those that are main text. */
function wordsByPlace({ laid, labels }: LabelledPage): { readonly sizes: Float64Array; readonly kept: Float64Array } {
  const { blocks, places } = laid;
  const [sizes, kept] = [new Float64Array(places.length), new Float64Array(places.length)];
  for (const [i, { place }] of blocks.entries()) {
    if (place < 0) continue;
    sizes[place]! += labels.sizes[i]!;
    kept[place]! += labels.sizes[i]! * labels.labels[i]!;
  }
  for (let i = places.length - 1; i >= 0; i--) {
    const { parent } = places[i]!;
    if (parent < 0) continue;
    sizes[parent]! += sizes[i]!;
    kept[parent]! += kept[i]!;
  }
  return { sizes, kept };
}

function wordsIn(...names: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const name of names) scanNameWords(name, (text, start, end) => words.add(text.slice(start, end).toLowerCase()));
  return words;
}
