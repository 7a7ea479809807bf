/**
 * Why an effect of a paper does not, or not wholly, show on our webs, by experiment: each is what a row of the same experiment has shown,
 * with the figures of schools-wikipedia.
 */
export const testedReasons: ReadonlyMap<string, string> = new Map([
  [
    'pappas-2012-fig-6-static',
    'Eq 10 adds up the relevance of all parents, which on a dense site counts links: with the best parent instead, 50 terms reach a precision of .314, above none (.305); by the sum .257.',
  ],
  [
    'pappas-2012-fig-6-dynamic',
    'Growth changes nothing where the sum over parents rules the order: +0, 20, 50 and 80 % all reach a precision of .251.',
  ],
  [
    'pappas-2012-fig-7-agents',
    'A third of the seeds makes as good a table as all of them: .237 against .232; sharing all lessons does not change it (.224).',
  ],
  [
    'pappas-2012-priority-forgetting',
    'The shorter the memory, the more is lost: .211, .234 and .251 after 20, 50 and 100 pages, .257 with none forgotten. What is forgotten is what the crawl comes back to.',
  ],
  [
    'jeyapal-palanisamy-fig-2-baselines',
    'Rules pay early: the first tenth harvests .377, without rules .319. At the end of the budget (465 pages) what can be reached is nearly used up, and all are level (.105 to .111).',
  ],
  [
    'jeyapal-palanisamy-fig-5-levels',
    'With no link dropped, levels only order the rest: one to five levels find .104 to .107 a page. The paper’s effect needs levels that keep links out.',
  ],
  [
    'jeyapal-palanisamy-eq-1-counts',
    'By the end of the budget both have found nearly the same (.105, .108); over the way counts are ahead (AUC .580 and .546 near, .503 and .335 far, 300 pages).',
  ],
  [
    'meenu-2014-table-2-harvest',
    'Near good seeds breadth-first is hard to beat at first (.332 at an eighth) and falls behind later (.096 against .121 and .128). Building the table anew helps: .128, the same log read once .120.',
  ],
  [
    'batsakis-2007-fig-12-classic',
    'Anchors of an encyclopaedia are names of things, not topics: anchor text alone reaches .037 where the page reaches .061.',
  ],
]);
