/** As results and reports name what stands above all strategies. */
export const boundNames = {
  content: 'content-oracle',
  lookAhead: 'look-ahead-oracle',
  admissible: 'admissible-bound',
} as const;
