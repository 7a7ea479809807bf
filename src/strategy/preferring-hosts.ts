import type { LinkScore, Strategy } from '../model/strategy.js';
import { hostOf, isDescendantDomain } from '../url/canonical-url.js';
import { strategyWith } from './strategy-with.js';

/** The part of a score that comes from preferring a host. */
export const preferredPart = 'preferred host';

/** The same strategy, but that links to preferred hosts count double. The list may change while it is used. */
export function preferringHosts(strategy: Strategy, preferredHosts: () => readonly string[]): Strategy {
  const isPreferred = (url: string) => {
    const host = hostOf(url);
    return preferredHosts().some((preferred) => isDescendantDomain(host, preferred));
  };
  const raised = (score: LinkScore): LinkScore => {
    const more = Math.abs(score.value);
    return { ...score, value: score.value + more, parts: { ...score.parts, [preferredPart]: more } };
  };
  const { queueing } = strategy;
  const revalue = queueing?.revalue?.bind(queueing);
  return strategyWith(strategy, {
    async rank(page, judgement, links, reached, features) {
      const scores = await strategy.rank(page, judgement, links, reached, features);
      if (preferredHosts().length === 0) return scores;
      return scores.map((score, place) => (isPreferred(links[place]!.url) ? raised(score) : score));
    },
    ...(queueing &&
      revalue && {
        queueing: strategyWith(queueing, {
          revalue(url) {
            const value = revalue(url);
            if (value === undefined || !isPreferred(url)) return value;
            return value + Math.abs(value);
          },
        }),
      }),
  });
}
