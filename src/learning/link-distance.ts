import type { TrainingPage } from './training.js';

type Linked = Pick<TrainingPage, 'url' | 'links'>;

/**
 * Links from each page to the nearest target on the way over the given pages alone; 0 for targets, undefined where none can be
 * reached. It is found from the targets backwards, as context graphs are built from back links (Batsakis 2007, fig 3 and 4).
 */
export function linkDistances(pages: readonly Linked[], isTarget: (index: number) => boolean): (number | undefined)[] {
  const linkedFrom = backLinks(pages);
  const distances = new Array<number | undefined>(pages.length).fill(undefined);
  let layer = [...pages.keys()].filter(isTarget);
  for (let distance = 0; layer.length > 0; distance++) {
    for (const page of layer) distances[page] = distance;
    layer = [...new Set(layer.flatMap((page) => linkedFrom[page]!))].filter((page) => distances[page] === undefined);
  }
  return distances;
}

/** The pages that link to each page, by number. */
export function backLinks(pages: readonly Linked[]): number[][] {
  const numbers = new Map(pages.map(({ url }, index) => [url, index]));
  const linkedFrom: number[][] = pages.map(() => []);
  pages.forEach(({ links }, from) => {
    for (const { url } of links) {
      const to = numbers.get(url);
      if (to !== undefined && to !== from) linkedFrom[to]!.push(from);
    }
  });
  return linkedFrom;
}
