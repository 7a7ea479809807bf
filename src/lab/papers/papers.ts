import { agentExperiments } from './agents.js';
import { paper004 } from './batsakis-2007.js';
import { paper002 } from './de-assis-2009.js';
import type { Experiment } from './experiment.js';
import { paper001 } from './jeyapal-palanisamy.js';
import { paper003 } from './meenu-2014.js';
import { paper000 } from './pappas-2012.js';

/** The papers whose crawlers Osprey has, by the names that their experiments go by, and questions of our own. */
export const paperTitles: Readonly<Record<string, string>> = {
  'Paper 000': 'An Agent-Based Focused Crawling Framework for Topic- and Genre-Related Web Document Discovery',
  'Paper 001': 'Multi-level Frontier based Topic-specific Crawler Design with Improved URL Ordering',
  'Paper 002': 'A Genre-Aware Approach to Focused Crawling',
  'Paper 003': 'Design of a Focused Crawler Based on Dynamic Computation of Topic Specific Weight Table',
  'Paper 004': 'Design and Evaluation of Topic Driven Focused Crawlers for the World Wide Web (thesis)',
  Agents: 'What the papers leave open about several of them',
};

/** Every experiment of the papers, in their order, and then our own. */
export const experiments: readonly Experiment[] = [
  ...paper000,
  ...paper001,
  ...paper002,
  ...paper003,
  ...paper004,
  ...agentExperiments,
];
