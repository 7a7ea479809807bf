import type { TrainingPage } from '../../learning/training.js';
import { inHashOrder } from '../web/hash-unit.js';

/**
 * Places in the order in which a visitor who knows of no topic sees the pages: from one of them on along the links between
 * them, breadth first; where nothing is left to follow, another one is typed in, as drawn by lot. So nearly every page that
 * another links to was reached by a step, which a hidden Markov model can learn from, and no step was chosen for where it leads.
 */
export function breadthFirstOrder(pages: readonly Pick<TrainingPage, 'url' | 'links'>[]): Int32Array {
  const numbers = new Map(pages.map(({ url }, number) => [url, number]));
  const order = new Int32Array(pages.length).fill(-1);
  const visits: number[] = [];
  const visit = (page: number | undefined) => {
    if (page === undefined || order[page] !== -1) return;
    order[page] = visits.length;
    visits.push(page);
  };
  const urls = pages.map(({ url }) => url);
  let followed = 0;
  for (const start of inHashOrder([...pages.keys()], urls)) {
    visit(start);
    for (; followed < visits.length; followed++) {
      for (const { url } of pages[visits[followed]!]!.links) visit(numbers.get(url));
    }
  }
  return order;
}
