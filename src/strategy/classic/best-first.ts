import { parameter } from '../../config/parameters.js';
import { ratio } from '../../config/scalar-kinds.js';
import type { Link, Page } from '../../model/page.js';
import type { Judgement, LinkScore } from '../../model/strategy.js';
import type { TopicJudge } from '../../topic/topic-judge.js';
import { defineStrategy } from '../strategy-entry.js';
import { queryDriven } from './query-driven.js';

/** Batsakis 2007, eq 7: (cos(page, q) + cos(anchor, q)) / 2, or another share of the anchor text. */
export function pageAndAnchor(judge: TopicJudge, anchorWeight: number) {
  return (_page: Page, { raw: page }: Judgement, links: readonly Link[]): LinkScore[] =>
    links.map((link) => {
      const anchor = judge.similarity(link.anchorTerms);
      return { value: (1 - anchorWeight) * page + anchorWeight * anchor, parts: { page, anchor } };
    });
}

export const anchorWeight = parameter(
  ratio(),
  0.5,
  'Share of the anchor text in the score of a link; the rest is the page.',
);

export const pageAndAnchorParts = {
  page: 'cosine of the linking page and the query',
  anchor: 'cosine of the anchor text and the query',
};

/** Batsakis 2007, crawler (d), Best First with page content and anchor text, eq 7. */
export const bestFirst = defineStrategy({
  name: 'best-first',
  summary: 'Follows links whose page and anchor text are similar to the query, half each.',
  source: 'Batsakis 2007, crawler (d), eq 7',
  needs: ['query'],
  parameters: { 'anchor-weight': anchorWeight },
  parts: pageAndAnchorParts,
  prepare: ({ parameters: { 'anchor-weight': weight } }) => ({
    make: (topic) => queryDriven(topic, { name: 'best-first', rank: (judge) => pageAndAnchor(judge, weight) }),
  }),
});
