import { type ParametersOf, parameter } from '../../config/parameters.js';
import { boolean, choice, integer, number, ratio, text } from '../../config/scalar-kinds.js';
import { UsageError } from '../../failure.js';
import type { Rescore } from '../../model/frontier.js';
import type { Knowledge, Strategy } from '../../model/strategy.js';
import { CollectionIdf } from '../../text/collection-idf.js';
import { idfOf } from '../../text/idf.js';
import { TextPipeline } from '../../text/text-pipeline.js';
import { topTerms } from '../../text/vector.js';
import { parseQuery } from '../../topic/query.js';
import type { Topic } from '../../topic/topic.js';
import { joinedKnowledge } from '../joined-knowledge.js';
import { defineStrategy, type ReadyStrategy, type StrategyInputs } from '../strategy-entry.js';
import { type HeldPage, HeldPages } from '../tswt/held-pages.js';
import { withCollection } from '../with-collection.js';
import { Keywords, type KeywordTable } from './keywords.js';
import { type FoundLog, findLog, quotedPhrases } from './log-file.js';
import { firstState, LogTable } from './log-table.js';
import { queryTerms } from './query-weights.js';
import { SeedTable } from './seed-table.js';
import { isSeed, otherKeywords, TableJudge } from './table-judge.js';

const name = 'query-log';

const parameters = {
  table: parameter(
    choice('dynamic', 'static'),
    'dynamic',
    'Where the weights come from: the log of queries, built anew at an interval, or the words of the seeds, once.',
  ),
  alpha: parameter(number({ min: 0.001, max: 0.5 }), 0.5, "The share of a keyword's old weight in its new one (eq 3)."),
  threshold: parameter(number({ min: 0 }), 1, 'Terms of queries that weigh less are no keywords.'),
  interval: parameter(integer({ min: 1 }), 500, 'Pages from one build of the dynamic table to the next.'),
  'keep-query': parameter(
    boolean(),
    true,
    "The topic's own query counts in every build and stays in the table; false: it counts once, like any other query.",
  ),
  phrases: parameter(
    text('phrases'),
    '',
    'Terms of several words that queries may hold without quotes, separated by commas.',
  ),
  'most-phrases': parameter(
    integer({ min: 0 }),
    1000,
    'How many of the quoted phrases of the log are terms, the most frequent first.',
  ),
  keywords: parameter(integer({ min: 1 }), 20, 'How many words of the seeds the static table keeps.'),
  'page-threshold': parameter(
    ratio(),
    0,
    'Links of pages whose cosine with the table is not above this are not followed.',
  ),
  'link-threshold': parameter(
    number({ min: 0, max: 4 }),
    0,
    'Links whose score (eq 5) is not above this are not followed.',
  ),
};

type Inputs = StrategyInputs<typeof parameters>;
type Given = ParametersOf<typeof parameters>;

/**
 * Meenu et al. 2014: a topic specific weight table from what users search for, built anew while the crawl goes on. Without
 * --query-log the log is that of the crawl's own folder, so that what people search it for steers it.
 */
export const queryLog = defineStrategy({
  name,
  summary: 'Follows what users search for: keywords weighted by a query log that is read again while crawling.',
  source: 'Meenu et al. 2014, eq 3 to 5',
  needs: ['query or --query-log'],
  takes: ['queryLog'],
  parameters,
  parts: {
    url: 'cosine of the URL and the keywords',
    anchor: 'cosine of the anchor text and the keywords',
    parent: 'cosine of the linking page and the keywords',
    surrounding: 'cosine of the sentence around the link and the keywords',
    [otherKeywords]: 'what the keywords that are not named add to the cosine of page and keywords',
  },
  leavesOut:
    'links that hold no keyword, of pages that hold none: those whose score is not above "link-threshold", or whose page is not above "page-threshold" (Meenu et al. 2014, eq 4 and 5)',
  ownLevels: true,
  reads: ['urlTerms', 'contextTerms'],
  prepare: (inputs) => (inputs.parameters.table === 'static' ? preparedStatic(inputs) : preparedDynamic(inputs)),
});

function preparedDynamic({ settings, parameters: given }: Inputs): ReadyStrategy {
  const log = findLog(settings);
  const query = parseQuery(settings.query ?? '');
  const phrases = [...listed(given.phrases), ...(log.exists ? quotedPhrases(log.file!, given['most-phrases']) : [])];
  const { language, stem } = settings;
  const pipeline = new TextPipeline({ language, stem, phrases: [...query.phrases, ...phrases] });
  const source = { file: log.file, pipeline, ownTerms: queryTerms(query.words, pipeline) };
  const { alpha, threshold, interval } = given;
  const rules = { alpha, threshold, interval, keepQuery: given['keep-query'] };
  const first = firstState(source, rules);
  if (first.weights.size === 0) throw emptyTable(log, source.ownTerms.size > 0, given);
  return {
    phrases,
    make(topic) {
      const table = new LogTable(source, rules, first);
      const strategy = judgingBy(table, judgeFor(table, topic, given), [table]);
      return { ...strategy, external: { poll: async (pages) => table.poll(pages) } };
    },
  };
}

/** The links of seeds wait until the table is made, and are then scored by it. */
function preparedStatic({ settings, parameters: given }: Inputs): ReadyStrategy {
  if (parseQuery(settings.query ?? '').words.trim() === '')
    throw new UsageError('no-queries', 'A static table of query-log needs a query until the seeds are read.');
  return {
    phrases: listed(given.phrases),
    make(topic) {
      const { ids } = topic.query;
      const query = new Keywords(new Map([...ids].map((id) => [id, 1])), topic.names);
      const table = new SeedTable(query, given.keywords);
      return learningFromSeeds(table, judgeFor(table, topic, given));
    },
  };
}

function learningFromSeeds(table: SeedTable, judge: TableJudge): Strategy {
  const held = new HeldPages();
  const strategy = judgingBy(table, judge, [table, held]);
  return {
    ...strategy,
    lessons: {
      get of() {
        return table.isFormed ? 'terms' : 'links';
      },
    },
    learn(visit) {
      if (!table.isFormed && isSeed(visit.reached)) {
        table.add(visit.terms);
        // The links of other agents' seeds are in the queues of those.
        if (!visit.foreign) held.add(visit);
      }
      return strategy.learn?.(visit);
    },
    queueing: {
      refill() {
        if (!table.form()) return [];
        const rescores = scoresOfLinks(held, judge);
        held.clear();
        return rescores;
      },
    },
  };
}

/** Links of several pages have the best of their scores, as in the queue. */
function scoresOfLinks(pages: Iterable<HeldPage>, judge: TableJudge): Rescore[] {
  const best = new Map<string, number>();
  for (const { terms, links } of pages) {
    const parent = judge.cosineOf(terms);
    for (const link of links) {
      const { value } = judge.linkScore(link, parent);
      best.set(link.url, Math.max(value, best.get(link.url) ?? 0));
    }
  }
  return Array.from(best, ([url, score]) => ({ url, score, merge: 'set' }));
}

function judgeFor(table: KeywordTable, { settings }: Topic, given: Given): TableJudge {
  const thresholds = { page: given['page-threshold'], link: given['link-threshold'] };
  return new TableJudge(table, idfOf(settings.idf, settings.stem), settings, thresholds);
}

/** What the crawl does with either table; with idf from the collection, it learns from pages too. */
function judgingBy(table: KeywordTable, judge: TableJudge, learnt: readonly Knowledge[]): Strategy {
  const { idf } = judge;
  const strategy: Strategy = {
    name,
    judge: (page) => judge.judge(page),
    rank: (_page, judgement, links, reached) => judge.rank(links, judgement, reached),
    knowledge: joinedKnowledge(learnt),
    topTerms: (count) => topTerms(table.keywords.weights, count),
  };
  return withCollection(strategy, idf instanceof CollectionIdf ? idf : undefined);
}

function listed(phrases: string): string[] {
  return phrases
    .split(',')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}

function emptyTable(log: FoundLog, isQuery: boolean, { alpha, threshold }: Given): UsageError {
  if (!log.exists && !isQuery)
    return new UsageError(
      'no-queries',
      'The strategy query-log has no queries: give a query, or a log with --query-log.',
    );
  const least = Math.max(1, Math.ceil(threshold / (1 - alpha)));
  const which = log.exists ? `The query log ${log.file}` : 'The query alone';
  return new UsageError(
    'empty-weight-table',
    `${which} gives no keywords, since no term is in ${least} queries (threshold ${threshold}); lower --set ${name}.threshold, or give a query that is kept.`,
    { file: log.file },
  );
}
