import type { Measure } from './experiment.js';

/** A web of fewer hosts says nothing of how widely a crawl has explored it. */
export const fewestHosts = 20;

/** How many hosts were explored. */
export const hosts: Measure = {
  name: 'hosts',
  digits: 1,
  of: ({ result }, scene) => (scene.hosts < fewestHosts ? null : result.hosts),
};

/** How many of them had anything to find. */
export const hostsOfFinds: Measure = {
  name: 'hosts of finds',
  digits: 1,
  of: ({ result }, scene) => (scene.hosts < fewestHosts ? null : result.hostsOfFinds),
};

/** As how many pages with nothing in common those fetched are as diverse, by their words. */
export const diversity: Measure = {
  name: 'diversity',
  digits: 1,
  of: ({ trace }, scene) => scene.bench.similarities.diversity(trace.pages),
};

/** The same of what was found: pages off the topic are diverse, too. */
export const diversityOfFinds: Measure = {
  name: 'diversity of finds',
  digits: 1,
  of: ({ trace, goal }, scene) =>
    scene.bench.similarities.diversity(trace.pages.filter((page) => goal.wanted[page] === 1)),
};
