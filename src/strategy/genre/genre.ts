import { type ParametersOf, parameter } from '../../config/parameters.js';
import { boolean, choice, integer, limit, number } from '../../config/scalar-kinds.js';
import { UsageError } from '../../failure.js';
import type { Strategy } from '../../model/strategy.js';
import { CollectionIdf } from '../../text/collection-idf.js';
import { idfKinds, idfOf } from '../../text/idf.js';
import { GenreJudge, type GenreWeights, wantedPages } from '../../topic/genre-judge.js';
import { hostOf } from '../../url/canonical-url.js';
import { defineStrategy } from '../strategy-entry.js';
import { withCollection } from '../with-collection.js';
import { type QueueingPolicy, queueingParameters, queueingPolicy } from './queueing-policy.js';

const parameters = {
  ...queueingParameters('pfs-1'),
  'genre-weight': parameter(number({ min: 0 }), 5, 'Weight of the genre in the mean of genre and content.'),
  'content-weight': parameter(number({ min: 0 }), 5, 'Weight of the content in the mean of genre and content.'),
  'genre-content-weight': parameter(number({ min: 0 }), 7, 'Weight of genre and content in the mean with the URL.'),
  'url-weight': parameter(number({ min: 0 }), 3, 'Weight of the URL, where there are URL terms.'),
  scaled: parameter(
    boolean(),
    true,
    "Whether relevance is 0.5 for a page as usual for wanted ones, however many terms are given, or the paper's own score.",
  ),
  merged: parameter(boolean(), false, 'Compare pages with one set of genre and content terms, as a baseline.'),
  idf: parameter(
    choice(...idfKinds),
    'one',
    'Where the weight of a term comes from; the paper found no gain over all alike.',
  ),
  'max-site-depth': parameter(
    limit(integer({ min: 0 })),
    7,
    'Follow links this many steps within a site, counted from where the crawl entered it.',
  ),
  'max-links': parameter(limit(integer({ min: 1 })), 200, 'Most links to follow of a page; the first ones.'),
};

type GenreParameters = ParametersOf<typeof parameters>;

/** De Assis et al. 2009, procedure FCrawl. */
export const genre = defineStrategy({
  name: 'genre',
  summary: 'Finds pages of a genre on a subject; links and siblings of a good page come first.',
  source: 'de Assis et al. 2009, section 3, eq 1-5',
  needs: ['--genre or --genre-terms', 'query or --content-terms'],
  takes: ['genre', 'genreTerms', 'contentTerms', 'urlTerms'],
  parameters,
  parts: {
    genre: 'cosine of the page and the genre terms',
    content: 'cosine of the page and the content terms',
    'genre-content': 'genre and content together',
    url: 'cosine of the URL and the URL terms',
    page: 'score of the page with the link; 0 where only good siblings can raise it',
  },
  leavesOut:
    'links more than "max-site-depth" steps within a site, and those of a page after the first "max-links" (de Assis et al. 2009, section 4.1)',
  priority:
    'links start with what the policy gives them; when a page turns out well, its siblings in the queue get its score. Of equal ones any may be next.',
  prepare({ settings, parameters: chosen }) {
    const wanted = wantedPages(settings);
    const weights = weightsOf(chosen);
    return {
      phrases: wanted.terms,
      make() {
        const idf = idfOf(chosen.idf, settings.stem);
        const judge = new GenreJudge(wanted, idf, weights, chosen);
        const policy = queueingPolicy(chosen, settings.randomSeed);
        return genreStrategy(judge, policy, chosen, idf instanceof CollectionIdf ? idf : undefined);
      },
    };
  },
});

function genreStrategy(
  judge: GenreJudge,
  policy: QueueingPolicy,
  chosen: GenreParameters,
  collection: CollectionIdf | undefined,
): Strategy {
  const strategy: Strategy = {
    name: 'genre',
    // Step 12 inserts links with score 0: a URL that is met again keeps what it has.
    queueing: { inherits: true },
    judge(page, { from }) {
      const siteDepth =
        from === undefined || hostOf(from.url) !== hostOf(page.url) ? 0 : (from.inheritedState.siteDepth ?? 0) + 1;
      return { ...judge.judge(page), inheritedState: { siteDepth } };
    },
    rank(page, { raw, inheritedState }, links) {
      const value = policy.scoreOfLinks(raw);
      const parts = { page: value };
      const isDeepest = (inheritedState?.siteDepth ?? 0) >= chosen['max-site-depth'];
      const host = hostOf(page.url);
      return links.map(({ url }, index) => {
        const isPruned = index >= chosen['max-links'] || (isDeepest && hostOf(url) === host);
        return { value: policy.placeOf(url, value), parts, ...(isPruned && { pruned: true }) };
      });
    },
    learn: ({ url, judgement: { raw }, reached, foreign }) =>
      foreign ? undefined : policy.rescores(url, raw, reached),
  };
  return withCollection(strategy, collection);
}

function weightsOf(chosen: GenreParameters): GenreWeights {
  requireOneOf(chosen, 'genre-weight', 'content-weight');
  requireOneOf(chosen, 'genre-content-weight', 'url-weight');
  return {
    genre: chosen['genre-weight'],
    content: chosen['content-weight'],
    genreContent: chosen['genre-content-weight'],
    url: chosen['url-weight'],
  };
}

type Weight = 'genre-weight' | 'content-weight' | 'genre-content-weight' | 'url-weight';

function requireOneOf(chosen: Readonly<Record<Weight, number>>, one: Weight, other: Weight): void {
  if (chosen[one] + chosen[other] > 0) return;
  throw new UsageError('no-weight', `Both genre.${one} and genre.${other} are 0; set one of them above 0.`);
}
