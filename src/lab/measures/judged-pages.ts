import type { Scored } from '../../learning/quality.js';
import type { Goal } from '../topics/task.js';

/** A visited page with the score that it was given, and whether it is relevant. */
export interface JudgedPage extends Scored {
  readonly page: number;
}

/**
 * The visited pages by which a judgement is judged. Examples and training pages do not count: how a strategy judges what it was
 * shown proves nothing. Of a page that was visited again the first judgement counts.
 */
export function judgedPages(
  pages: ArrayLike<number>,
  judged: ArrayLike<number>,
  { wanted, excluded }: Pick<Goal, 'wanted' | 'excluded'>,
): JudgedPage[] {
  const counted = new Map<number, JudgedPage>();
  for (let visit = 0; visit < pages.length; visit++) {
    const page = pages[visit]!;
    if (excluded[page] === 1 || counted.has(page)) continue;
    counted.set(page, { page, score: judged[visit]!, wanted: wanted[page] === 1 });
  }
  return [...counted.values()];
}
