import type { Pointer, Synset } from './synset.js';

/** How a page presents one kind of relation: a sentence for each target, or a list of them under a heading. */
export type Relation = { readonly verb: string } | { readonly heading: string };

/**
 * Relations that are links, in the order in which a page shows them; `…` stands for the synset's first word.
 * The domain pointers (`;c ;r ;u` and their inverses `-c -r -u`) are absent on purpose: they are the ground truth of
 * the demonstration, so no page may show them.
 */
export const RELATIONS: ReadonlyMap<string, Relation> = new Map<string, Relation>([
  ['@', { verb: 'is a kind of' }],
  ['@i', { verb: 'is an instance of' }],
  ['\\', { verb: 'relates to' }],
  ['<', { verb: 'is the participle of' }],
  ['=', { verb: 'goes with' }],
  ['*', { verb: 'entails' }],
  ['>', { verb: 'causes' }],
  ['~', { heading: 'Kinds of …' }],
  ['~i', { heading: 'Instances of …' }],
  ['#p', { heading: 'Part of' }],
  ['#m', { heading: 'Member of' }],
  ['#s', { heading: 'Substance of' }],
  ['%p', { heading: 'Parts of …' }],
  ['%m', { heading: 'Members of …' }],
  ['%s', { heading: 'Made of' }],
  ['!', { heading: 'Opposite' }],
  ['&', { heading: 'Similar to' }],
  ['$', { heading: 'Grouped with' }],
  ['^', { heading: 'See also' }],
  ['+', { heading: 'Related' }],
]);

const ORDER = new Map([...RELATIONS.keys()].map((symbol, order) => [symbol, order]));

/** Pointers that become links, by relation in the order of RELATIONS; one for each relation and target. */
export function linksOf(synset: Synset): Pointer[] {
  const seen = new Set<string>();
  const links = synset.pointers.filter(({ symbol, target }) => {
    if (!RELATIONS.has(symbol) || target === synset.number) return false;
    const known = seen.size;
    return seen.add(symbol + target).size > known;
  });
  return links.sort((a, b) => ORDER.get(a.symbol)! - ORDER.get(b.symbol)!);
}
