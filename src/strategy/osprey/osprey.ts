import { parameter } from '../../config/parameters.js';
import { choice } from '../../config/scalar-kinds.js';
import { inLots } from '../../in-lots.js';
import type { LearntVisit, LinkScore, Strategy } from '../../model/strategy.js';
import { TextPipeline } from '../../text/text-pipeline.js';
import { genresOf } from '../../topic/genres.js';
import { Topic } from '../../topic/topic.js';
import { examplesPart, TopicJudge } from '../../topic/topic-judge.js';
import { joinedKnowledge } from '../joined-knowledge.js';
import { defineStrategy } from '../strategy-entry.js';
import {
  LearningJudge,
  type LearntIngredient,
  labelsPart,
  learntPart,
  likeBestPart,
  sitePart,
} from './learning-judge.js';
import { type Ingredient, ingredients, LinkJudge, type VisitedPage } from './link-judge.js';
import { genrePart, meaningPart, namePart, startPart, WantedScore } from './wanted-score.js';

/**
 * Osprey's own strategy, and the default. Starts from what the user gave, learns from every page what wanted pages are
 * like and which links lead to them, and follows the link that is expected to bring most. docs/osprey.md explains it.
 */
export const osprey = defineStrategy({
  name: 'osprey',
  summary: 'Learns while it crawls what relevant pages look like and which links lead to them.',
  source: 'docs/osprey.md',
  needs: ['query'],
  takes: ['genre', 'genreTerms'],
  parameters: {
    without: parameter(choice('nothing', ...ingredients), 'nothing', 'Leave out one ingredient, for ablation.'),
  },
  reads: ['urlTerms'],
  parts: {
    parents: 'scores and number of the pages that link to it',
    anchor: 'similarity of its anchor text to the topic',
    url: 'similarity of the words of its URL to the topic',
    siblings: 'scores of other pages linked from the same pages',
    host: 'scores of pages on its host',
    template: 'scores of pages with the same URL pattern',
    words: 'scores of pages with the same words in their anchor text',
    usual: 'average score of a link',
    'new host': 'few pages of its host seen so far',
    seed: 'a link on one of the seeds',
    deprioritised: 'few relevant pages so far on its host or with its URL pattern',
    [examplesPart]: 'similarity to the examples',
    [genrePart]: 'words of the genre',
    [meaningPart]: 'similarity in meaning to the query',
    [namePart]: 'words of the query in its title or URL',
    [startPart]: 'words of the query near its beginning',
    [learntPart]: 'similarity of its other words to relevant pages visited before',
    [likeBestPart]: 'similarity in meaning to the best pages visited before',
    [sitePart]: 'other pages of its site, compared with all sites',
    [labelsPart]: 'labels of similar pages',
  },
  partsAddUp: true,
  calibrated: true,
  priority:
    'every new link and every visit can change the score of a queued URL; the parts shown are those of that moment.',
  prepare({ settings, parameters: { without } }) {
    const genres = genresOf(settings);
    const phrases = genres.flatMap(({ terms }) => terms);
    return {
      phrases,
      make(topic) {
        const pipeline = new TextPipeline({
          ...settings,
          phrases: [...phrases, ...Topic.readOptions(settings).phrases],
        });
        const termsOf = genres.map(({ terms }) => terms.flatMap((term) => pipeline.idOf(term) ?? []));
        return ospreyStrategy(topic, pipeline, termsOf, without === 'nothing' ? undefined : without);
      },
    };
  },
});

function ospreyStrategy(
  topic: Topic,
  pipeline: TextPipeline,
  genres: readonly (readonly number[])[],
  without: Ingredient | undefined,
): Strategy {
  const plain = new TopicJudge(topic);
  const { collection } = plain;
  const wanted = new WantedScore(topic, plain, pipeline, genres, plain.idf, without !== 'meaning');
  const judge = new LearningJudge(wanted, plain.idf, learntIngredient(without));
  for (const example of topic.examples) judge.learnExample(example);
  const linkJudge = new LinkJudge(judge, (ids) => Math.max(plain.similarity(ids), judge.likenessOfLink(ids)), without);
  /** The page whose links were ranked last: it has been learnt from already. */
  let ranked: string | undefined;
  const learn = (
    visit: Pick<LearntVisit, 'url' | 'terms' | 'judgement' | 'reached'>,
    links: VisitedPage['links'],
    isFoundElsewhere = false,
  ) => {
    const { url, terms, reached } = visit;
    // A page with nothing on it, or fetched for nothing, brings nothing and says nothing of what others are like.
    const isWaste = terms.ids.length === 0 && links.length === 0;
    const reward = judge.rewardOf(visit.judgement);
    if (!isWaste) judge.learn(visit);
    const brought = isWaste ? { reward: 0, relevance: 0 } : { reward, relevance: visit.judgement.relevance };
    linkJudge.learnVisit({ url, ...brought }, isFoundElsewhere);
    linkJudge.addLinks({ url, reward, links, isSeed: reached.depth === 0 });
  };
  /** Of URLs that pages link to, those pages tell more. */
  const withNewLinks = ({ links, ...sitemap }: VisitedPage) => ({
    ...sitemap,
    links: links.filter(({ url }) => !linkJudge.awaits(url)),
  });
  const scoreOf = ({ url }: { readonly url: string }) => linkJudge.score(url) ?? visitedBefore;
  const rankEntries = async (sitemap: VisitedPage) => {
    await linkJudge.addEntries(withNewLinks(sitemap));
    const scores: LinkScore[] = [];
    await inLots(sitemap.links, (link) => void scores.push(scoreOf(link)));
    ranked = sitemap.url;
    return scores;
  };
  return {
    name: 'osprey',
    queueing: {
      merge: 'follow',
      ...(without !== 'revaluing' && { revalue: (url: string) => linkJudge.worth(url) }),
    },
    lessons: { of: 'links', waste: true, sitemaps: true },
    judge: (page) => judge.judge(page),
    // Links are scored with all that their own page teaches, so it is learnt before they are ranked.
    rank(page, judgement, links, reached) {
      const { url, terms } = page;
      if (page.lists !== undefined) return rankEntries({ url, reward: judge.rewardOf(judgement), links });
      learn({ url, terms, judgement, reached }, links);
      ranked = url;
      return links.map((_, place) => linkJudge.scoreOfAdded(place) ?? visitedBefore);
    },
    learn({ url, terms, judgement, links, reached, foreign = false, isSitemap = false }) {
      if (ranked === url) ranked = undefined;
      else if (isSitemap) linkJudge.addLinks(withNewLinks({ url, reward: judge.rewardOf(judgement), links }));
      else learn({ url, terms, judgement, reached }, links, foreign && reached.depth > 0);
      // Last, as while crawling: what is learnt again on resume has to come to the same.
      if (terms.ids.length > 0) collection?.add(terms);
      return undefined;
    },
    labels: { apply: ({ page, relevant }) => judge.applyLabel(page, relevant) },
    topTerms: (count) => judge.topTerms(count),
    knowledge: joinedKnowledge([...(collection ? [collection] : []), judge.knowledge, linkJudge.knowledge]),
  };
}

function learntIngredient(without: Ingredient | undefined): LearntIngredient | undefined {
  return without === 'learnt-words' || without === 'learnt-meaning' || without === 'site' ? without : undefined;
}

const visitedBefore = { value: 0, parts: {} };
