import { type ParametersOf, parameter } from '../../config/parameters.js';
import { integer, ratio } from '../../config/scalar-kinds.js';
import type { Judgement, Reached } from '../../model/strategy.js';

export const potentialDepthParameters = {
  depth: parameter(integer({ min: 0 }), 3, 'Links in a row that are followed from pages that are not relevant.'),
  'relevance-threshold': parameter(ratio(), 0.5, 'Relevance from which on a page counts as relevant.'),
};

export function isHit(
  { relevance }: Judgement,
  { 'relevance-threshold': threshold }: ParametersOf<typeof potentialDepthParameters>,
): boolean {
  return relevance >= threshold;
}

/**
 * The potential depth of the pages behind a page's links (De Bra & Post 1994; Hersovici et al. 1998, fig. 1): full behind a
 * relevant page, else one less than that of the page itself, which it has from the page that led to it. Seeds start with
 * the full depth. Below 0 the path has ended: the links are not followed.
 */
export function potentialDepth(
  judgement: Judgement,
  { from }: Reached,
  parameters: ParametersOf<typeof potentialDepthParameters>,
): number {
  return isHit(judgement, parameters) ? parameters.depth : (from?.inheritedState.depth ?? parameters.depth) - 1;
}
