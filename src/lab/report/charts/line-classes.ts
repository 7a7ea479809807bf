import type { Competitor } from '../report-view.js';

const colours = 6;
const dashes = 4;

/**
 * How each is drawn, everywhere in the page. Six colours that the colour-blind tell apart, then the same with dashes;
 * floors, oracles and bounds are grey or ink, so that a strategy is never taken for one of them.
 */
export function lineClasses(competitors: readonly Competitor[]): Map<string, string> {
  const seen = { strategy: 0, floor: 0, oracle: 0, bound: 0 };
  return new Map(
    competitors.map(({ name, role }) => {
      const place = seen[role]++;
      return [
        name,
        role === 'strategy'
          ? `c${place % colours} d${Math.floor(place / colours) % dashes}`
          : `${role} d${place % dashes}`,
      ];
    }),
  );
}
