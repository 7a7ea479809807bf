import type { LabReport } from './results.js';

/** What stands above every strategy in a report, by the names of its runs. */
export const boundNames = {
  content: 'content-oracle',
  label: 'label-oracle',
  lookAhead: 'look-ahead-oracle',
  admissible: 'admissible-bound',
} as const;

/** The same as a list of those who take part. */
export const bounds: LabReport['contenders'] = [
  {
    name: boundNames.admissible,
    summary: 'No crawl can find more: min(n, relevant pages within reach of n pages).',
    role: 'bound',
    supervision: 'none',
  },
  {
    name: boundNames.lookAhead,
    summary: 'Knows all labels and links, and walks to the nearest relevant page.',
    role: 'oracle',
    supervision: 'none',
  },
  {
    name: boundNames.label,
    summary: 'Knows the label of the page behind each link, and takes the best.',
    role: 'oracle',
    supervision: 'none',
  },
  {
    name: boundNames.content,
    summary: 'Knows the text of the page behind each link, and takes the one most like the query.',
    role: 'oracle',
    supervision: 'none',
  },
];
