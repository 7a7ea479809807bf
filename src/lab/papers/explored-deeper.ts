import type { Measure } from './experiment.js';

/** Pappas et al. 2012, Fig 4: the share of the hosts common to crawl and search results on which the crawl has pages that are no results. */
export const exploredDeeper: Measure = deeperBy('common hosts explored deeper', () => true);

/** The same for pages that contain the query: what the search has missed. */
export const foundDeeper: Measure = deeperBy('… with more pages that contain the query', (contains) => contains);

function deeperBy(name: string, counts: (containsQuery: boolean) => boolean): Measure {
  return {
    name,
    digits: 2,
    of({ trace, task: { topic } }, scene) {
      const containing = scene.truthOf('query', topic)?.relevant;
      if (containing === undefined || topic.query === undefined) return null;
      const { hosts } = scene.web;
      const hostsOf = (pages: readonly number[]) => new Set(pages.map((page) => hosts[page]!));
      const pages = [...trace.pages];
      const results = new Set(scene.search.answers(topic.query, pages.length));
      const listed = hostsOf([...results]);
      const common = hostsOf(pages.filter((page) => listed.has(hosts[page]!)));
      const beyond = hostsOf(pages.filter((page) => !results.has(page) && counts(containing[page] === 1)));
      return common.size === 0 ? null : [...common].filter((host) => beyond.has(host)).length / common.size;
    },
  };
}
