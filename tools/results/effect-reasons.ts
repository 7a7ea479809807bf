/**
 * Why an effect of a paper does not, or not wholly, show on our webs, by experiment: each is what a variant in the same experiment, or one
 * that was tried beside it, has shown.
 */
export const testedReasons: ReadonlyMap<string, string> = new Map([
  [
    'pappas-2012-fig-6-static',
    'Eq 10 adds up the relevance of all parents, which counts links on a dense site: with the best parent instead (a row of its own), 50 terms are above none. With general idf and words of site frames (another row) the table tells nothing apart.',
  ],
  [
    'pappas-2012-fig-6-dynamic',
    'Growth has little to add: in our trials a table of 100 that does not grow and one that grows by 50 % differ by less than 2 % in AUC (0.371 and 0.364 on schools-wikipedia, near seeds).',
  ],
  [
    'jeyapal-palanisamy-fig-5-levels',
    'Nothing is dropped any more, so crawls with fewer levels visit the rest, too: rows of one to five levels differ little once all links are kept.',
  ],
  [
    'de-assis-2009-fig-5-f1',
    'Labels name kinds of pages, not subjects: best thresholds (0.39 for 16 to 24 terms, 0.54 for a quarter of them) follow the number of terms as in the paper, F1 does not.',
  ],
  [
    'de-assis-2009-fig-10-policies',
    'With first in, first out FS-2 visits as breadth-first does (both are rows of the experiment); with ties broken by lot it differs, and policies that score children find more, since wanted pages here are linked from wanted pages.',
  ],
]);
