import { agentExperiments } from './agents.js';
import { batsakis2007 } from './batsakis-2007.js';
import { deAssis2009 } from './de-assis-2009.js';
import type { Experiment } from './experiment.js';
import { jeyapalPalanisamy } from './jeyapal-palanisamy.js';
import { meenu2014 } from './meenu-2014.js';
import { pappas2012 } from './pappas-2012.js';

/** The papers whose crawlers Osprey has, by the names that their experiments go by, and questions of our own. */
export const paperTitles: Readonly<Record<string, string>> = {
  'Pappas et al. 2012': 'An Agent-Based Focused Crawling Framework for Topic- and Genre-Related Web Document Discovery',
  'Jeyapal & Palanisamy': 'Multi-level Frontier based Topic-specific Crawler Design with Improved URL Ordering',
  'De Assis et al. 2009': 'A Genre-Aware Approach to Focused Crawling',
  'Meenu et al. 2014': 'Design of a Focused Crawler Based on Dynamic Computation of Topic Specific Weight Table',
  'Batsakis 2007': 'Design and Evaluation of Topic Driven Focused Crawlers for the World Wide Web (thesis)',
  Agents: 'What the papers leave open about several of them',
};

/** Every experiment of the papers, in their order, and then our own. */
export const experiments: readonly Experiment[] = [
  ...pappas2012,
  ...jeyapalPalanisamy,
  ...deAssis2009,
  ...meenu2014,
  ...batsakis2007,
  ...agentExperiments,
];
