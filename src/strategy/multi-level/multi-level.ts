import { type ParametersOf, parameter } from '../../config/parameters.js';
import { boolean, choice, integer, ratio } from '../../config/scalar-kinds.js';
import { UsageError } from '../../failure.js';
import { readModel } from '../../learning/model-file.js';
import { taxonomyTrainer } from '../../learning/taxonomy-trainer.js';
import type { Link, Page } from '../../model/page.js';
import type { LinkScore, Strategy } from '../../model/strategy.js';
import type { Topic } from '../../topic/topic.js';
import { TopicJudge } from '../../topic/topic-judge.js';
import { defineStrategy } from '../strategy-entry.js';
import { bayesParameters } from '../trained/bayes-parameters.js';
import { TaxonomyJudge, taxonomyParts } from '../trained/taxonomy-judge.js';
import { withCollection } from '../with-collection.js';
import { levelsFor } from './level-schedule.js';
import { LinkPlaces } from './link-places.js';

const parameters = {
  ...bayesParameters,
  levels: parameter(
    integer({ min: 1, max: 5 }),
    4,
    'Levels of the queue; links further from a relevant class wait behind all of them, 1 means no tunnelling.',
  ),
  rules: parameter(
    boolean(),
    true,
    'Whether links get their place by the rules between classes; if not, by their page alone, all on level 1.',
  ),
  'min-confidence': parameter(ratio(), 0.05, 'Least share of the links of a class that lead to another, for a rule.'),
  'min-support': parameter(
    integer({ min: 1 }),
    3,
    'Least number of training links from a class to another, for a rule.',
  ),
  certainty: parameter(
    ratio(),
    0.5,
    'Least probability of the class that anchor text and URL tell; below it, the rules of the page decide.',
  ),
  relevance: parameter(
    choice('counts', 'confidence'),
    'counts',
    "R[p] by counts of the page's own links (eq 1), or by the confidence of the rules of its class.",
  ),
  tunnelling: parameter(ratio(), 0.1, 'Share of the requests that go to the levels below the first, in turn.'),
  'query-weight': parameter(
    ratio(),
    0.1,
    "How much the likeness of anchor text and query counts in a link's priority.",
  ),
};

/**
 * Jeyapal & Palanisamy. A page's class is that of the Naive Bayes classifier. The class of each link's target is
 * expected from its anchor text and URL, or else from the rules of the page's class. Eq 1, of the hyperlinks of page p:
 *
 *     R[p] = NH(p→i) / (NH(p→i) + NH(p→j)),   i: what is wanted
 *
 * A link's level is 1 + the rules on the best chain from its expected class to a wanted one; its priority there is R[p] times
 * the confidence of the chain, mixed with the cosine of anchor text and query, which are the paper's other input. What has no such
 * chain waits on a last level after all others, by R[p]: the paper drops nothing. A URL met again keeps the best level and the best
 * priority that it was offered.
 */
export const multiLevel = defineStrategy({
  name: 'multi-level',
  summary: 'Tunnels through classes of pages that lead to relevant ones, by rules between classes, in four queues.',
  source: 'Jeyapal & Palanisamy, eq 1; rules after Altingövde & Ulusoy 2004',
  needs: ['--model', 'query'],
  model: taxonomyTrainer.kind,
  ownLevels: true,
  reads: ['urlTerms'],
  parameters,
  parts: {
    ...taxonomyParts,
    'to topic':
      'R[p]: the share of the links of the page that are expected to lead to a relevant class, smoothed (eq 1)',
    chain:
      'how often links lead from the expected class to a relevant one, by the best chain of rules; 1 if it is relevant itself',
    'expected *': 'how sure anchor text and URL are that the link leads to a page of this class',
    'by rule *': 'how often pages like this one link to a page of this class, where anchor text and URL do not tell',
    wanted: 'probability that the linking page belongs to a relevant class',
    query: 'cosine of the anchor text and the query',
  },
  priority:
    'level 1 is expected to be wanted, deeper ones to lead there, the last one is for all other links; inside a level, R[p] times the confidence of the chain, and a share of how like the query the anchor text is.',
  prepare({ settings, parameters: chosen }) {
    const judge = new TaxonomyJudge(readModel(settings, taxonomyTrainer, 'multi-level'), chosen);
    const place = chosen.rules ? byRules(judge, chosen) : byPage(judge);
    return { make: (topic) => strategyOf(judge, withQuery(place, topic, chosen['query-weight']), chosen) };
  },
});

type Chosen = ParametersOf<typeof parameters>;
type Place = (page: Page, links: readonly Link[]) => readonly LinkScore[];

function byRules(judge: TaxonomyJudge, chosen: Chosen): Place {
  const places = new LinkPlaces(judge.taxonomy, {
    ...chosen,
    limits: { confidence: chosen['min-confidence'], support: chosen['min-support'] },
  });
  if (!places.hasRules) {
    throw new UsageError(
      'no-rules',
      'The model gives multi-level no rules, since its pages hardly link to each other: train it on pages that do, lower multi-level.min-support, or set multi-level.rules=false.',
    );
  }
  return ({ terms }, links) => places.place(judge.classify(terms).label, links);
}

/** The paper's baseline without rules, which is Chakrabarti's soft focus. */
function byPage(judge: TaxonomyJudge): Place {
  return ({ terms }, links) => {
    const { wanted } = judge.classify(terms);
    const score = { value: wanted, parts: { wanted } };
    return links.map(() => score);
  };
}

interface Placing {
  readonly place: Place;
  /** What weighs the words of the query, where it learns from pages. */
  readonly collection: TopicJudge['collection'];
}

function withQuery(place: Place, topic: Topic, weight: number): Placing {
  if (weight === 0) return { place, collection: undefined };
  const judge = new TopicJudge(topic);
  return {
    collection: judge.collection,
    place: (page, links) =>
      place(page, links).map((score, index) => {
        const query = judge.similarity(links[index]!.anchorTerms);
        return { ...score, value: (1 - weight) * score.value + weight * query, parts: { ...score.parts, query } };
      }),
  };
}

function strategyOf(judge: TaxonomyJudge, { place, collection }: Placing, chosen: Chosen): Strategy {
  const base: Strategy = {
    name: 'multi-level',
    judge: ({ terms }) => judge.judge(terms),
    rank: (page, _judgement, links) => place(page, links),
    queueing: { levels: (request) => levelsFor(request, chosen.levels, chosen.tunnelling) },
  };
  return withCollection(base, collection);
}
