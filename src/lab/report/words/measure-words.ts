import type { MeasureName } from '../../results.js';

export interface MeasureWords {
  readonly label: string;
  readonly meaning: string;
  readonly digits: number;
  readonly better: 'more' | 'less' | 'neither';
}

/** What the measures are called, and what they say, in the order of the tables. */
export const measureWords: Readonly<Record<MeasureName, MeasureWords>> = {
  auc: {
    label: 'AUC',
    meaning: 'The mean of the recall after 1, 2, … pages up to the budget: high when much is found, and found soon.',
    digits: 3,
    better: 'more',
  },
  recall: {
    label: 'Recall',
    meaning:
      'Relevant pages found by the end of the budget, as a share of those that can be reached from the seeds; example and training pages do not count.',
    digits: 3,
    better: 'more',
  },
  harvest: {
    label: 'Harvest',
    meaning: 'Relevant pages found, as a share of all pages fetched.',
    digits: 3,
    better: 'more',
  },
  similarity: {
    label: 'Similarity',
    meaning: 'The mean over the fetched pages of their highest cosine with a page known to be relevant.',
    digits: 3,
    better: 'more',
  },
  pagesTo50: {
    label: 'Pages to 50 %',
    meaning: 'Pages fetched until half of the relevant pages were found, over the crawls that got there.',
    digits: 0,
    better: 'less',
  },
  pagesTo90: {
    label: 'Pages to 90 %',
    meaning: 'Pages fetched until nine tenths of the relevant pages were found, over the crawls that got there.',
    digits: 0,
    better: 'less',
  },
  pagesPerRelevant: {
    label: 'Pages a find',
    meaning: 'Pages fetched for each relevant page found.',
    digits: 1,
    better: 'less',
  },
  f1: {
    label: 'Best F1',
    meaning:
      "How well the strategy's own judgement agrees with the truth: the harmonic mean of its precision and recall on the pages it visited, at the threshold that suits it best.",
    digits: 3,
    better: 'more',
  },
  hosts: {
    label: 'Hosts',
    meaning: 'Different hosts that pages were fetched from.',
    digits: 1,
    better: 'neither',
  },
  hostsOfFinds: {
    label: 'Hosts of finds',
    meaning: 'Different hosts that the relevant pages found are on: how widely the topic was explored.',
    digits: 1,
    better: 'neither',
  },
  cpuMsPerPage: {
    label: 'CPU ms a page',
    meaning:
      'Processor time of the crawl a page, without the reading of the page, which is done beforehand for all; it depends on the machine.',
    digits: 2,
    better: 'less',
  },
};
