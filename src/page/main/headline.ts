import type { Laid } from './block-features.js';

/**
 * The kept blocks with the headline above them: the last h1 before the first of them, where none is kept. Main text begins below its
 * headline, a document with it.
 */
export function withHeadline({ blocks, places }: Pick<Laid, 'blocks' | 'places'>, kept: Uint8Array): Uint8Array {
  const headings = blocks.flatMap(({ place }, i) => (isInHeadline(places, place) ? [i] : []));
  if (headings.some((i) => kept[i])) return kept;
  const first = kept.indexOf(1);
  const headline = headings.findLast((i) => i < first);
  if (headline === undefined) return kept;
  const all = kept.slice();
  for (const i of headings) if (blocks[i]!.place === blocks[headline]!.place) all[i] = 1;
  return all;
}

function isInHeadline(places: Laid['places'], place: number): boolean {
  for (let at = place; at >= 0; at = places[at]!.parent) if (places[at]!.tag.name === 'h1') return true;
  return false;
}
