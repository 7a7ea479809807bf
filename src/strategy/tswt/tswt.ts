import { parameter } from '../../config/parameters.js';
import { boolean, choice, integer, limit, number, ratio } from '../../config/scalar-kinds.js';
import { UsageError } from '../../failure.js';
import { idfKinds } from '../../text/idf.js';
import { genresOf } from '../../topic/genres.js';
import { defineStrategy } from '../strategy-entry.js';
import { linkPartsInWords, parentRules } from './link-score.js';
import { numeralIds } from './numeral-ids.js';
import { TopicSpecificCrawler } from './topic-specific-crawler.js';
import { pageScopes } from './weight-table.js';

const parameters = {
  table: parameter(
    choice('static', 'dynamic'),
    'static',
    'Whether relevant pages add terms to the table (dynamic). A static one of 50 terms does better in the lab.',
  ),
  'static-size': parameter(integer({ min: 1 }), 50, 'Terms of a static table.'),
  'dynamic-size': parameter(integer({ min: 1 }), 100, 'Terms of a dynamic table at the start.'),
  growth: parameter(number({ min: 0 }), 50, 'Growth of a dynamic table, in per cent of its first size.'),
  'growth-threshold': parameter(
    ratio(),
    0.6,
    'A page adds terms when its cosine with the table is at least this (T_r).',
  ),
  'growth-scope': parameter(
    choice(...pageScopes),
    'table',
    "Terms of the page that this cosine is taken over: the whole page's, or the table's; whole pages rarely reach the threshold.",
  ),
  'growth-terms': parameter(integer({ min: 1 }), 10, 'Heaviest terms of such a page that may enter.'),
  'page-scope': parameter(
    choice(...pageScopes),
    'whole',
    "Terms of a page that its cosine with table and genres is taken over: the whole page's, or theirs.",
  ),
  'topic-weight': parameter(number({ min: 0 }), 1, 'Weight of the topic in the score of a link (w_T).'),
  'genre-weight': parameter(number({ min: 0 }), 1, 'Weight of the genre in the score of a link (w_G).'),
  parents: parameter(
    choice(...parentRules),
    'sum',
    'Whether the relevance of all pages that link to a URL is added up, as in the paper, or that of the best counts; max is better on sites whose pages share many links, where sum favours what is linked most.',
  ),
  idf: parameter(
    choice('agent', ...idfKinds),
    'agent',
    'Where the weight of a term comes from: the pages that the agent has visited, as in the paper, or as with --idf.',
  ),
  frames: parameter(
    boolean(),
    false,
    'Whether words that stand on nearly every page of a host, such as its name or its licence, may be terms of the table.',
  ),
  'query-weight': parameter(ratio(), 1, "Least weight of the query's own terms in the table."),
  numbers: parameter(
    boolean(),
    false,
    'Whether numbers, such as 1998 or 30pm, and single letters may be terms of the table.',
  ),
  'most-held-pages': parameter(
    limit(integer({ min: 1 })),
    1000,
    'Pages after which the table is formed even if seeds are left; these still come before all links.',
  ),
};

/** Pappas, Katsimpras & Stamatatos 2012: the agent's internal weight mechanism, section III-A. */
export const tswt = defineStrategy({
  name: 'tswt',
  summary: 'Learns a table of weighted terms from the seeds, and follows links by it and by the genre.',
  source: 'Pappas et al. 2012, section III-A, eq 1-11',
  needs: ['query'],
  takes: ['genre', 'genreTerms', 'urlTerms'],
  parameters,
  parts: {
    ...linkPartsInWords,
    waits: 'the link waits until the table is formed, which gives it its score',
    '(table)': "terms of the table that are not the query's",
    'genre: *': 'cosine of the page and the terms of the genre',
  },
  ownLevels: true,
  reads: ['urlTerms', 'contextTerms'],
  priority:
    'the relevance of all parents adds up, of anchor texts and sentences the best counts; of several genres, the best. Links wait on level 2 until all seeds are visited.',
  prepare({ settings, parameters: chosen }) {
    const genres = genresOf(settings);
    if (chosen['topic-weight'] === 0 && (chosen['genre-weight'] === 0 || genres.length === 0)) {
      throw new UsageError(
        'no-weight',
        'The strategy tswt would score all links 0: set tswt.topic-weight above 0, or give --genre and a genre-weight.',
      );
    }
    const isDynamic = chosen.table === 'dynamic';
    return {
      phrases: genres.flatMap(({ terms, urlTerms }) => [...terms, ...urlTerms]),
      make: (topic) =>
        new TopicSpecificCrawler(topic, genres, {
          table: {
            query: topic.query.ids,
            queryWeight: chosen['query-weight'],
            size: chosen[isDynamic ? 'dynamic-size' : 'static-size'],
            growth: isDynamic ? chosen.growth / 100 : 0,
          },
          growth: {
            threshold: chosen['growth-threshold'],
            scope: chosen['growth-scope'],
            terms: chosen['growth-terms'],
          },
          pageScope: chosen['page-scope'],
          links: {
            topicWeight: chosen['topic-weight'],
            genreWeight: chosen['genre-weight'],
            parents: chosen.parents,
          },
          mostHeldPages: chosen['most-held-pages'],
          ignored: chosen.numbers ? new Set() : numeralIds(),
          withoutFrames: !chosen.frames,
          idf: chosen.idf,
        }),
    };
  },
});
