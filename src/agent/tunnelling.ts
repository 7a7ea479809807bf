import type { Judgement, LinkScore, Queueing, Strategy } from '../model/strategy.js';
import { levelsFor } from '../strategy/multi-level/level-schedule.js';
import { strategyWith } from '../strategy/strategy-with.js';

export interface TunnellingOptions {
  /** Levels of the queue; links further from a relevant page are not followed. */
  readonly levels: number;
  /** Share of the requests that go to the levels below the first, in turn. */
  readonly share: number;
}

/**
 * A strategy for the coordinator's queue of several levels (Jeyapal & Palanisamy). A strategy that serves levels of its own keeps them; the
 * links of any other get theirs by how far they are from a relevant page: 1 for those of a relevant page, one more with every
 * irrelevant page in between. A sitemap is no page in between.
 */
export function tunnelling(
  strategy: Strategy,
  isRelevant: (judgement: Judgement) => boolean,
  { levels, share }: TunnellingOptions,
): Strategy {
  const { queueing = {} } = strategy;
  if (queueing.levels !== undefined || queueing.refill !== undefined || levels === 1) return strategy;
  const own: Partial<Strategy> = {
    async rank(page, judgement, links, reached, features) {
      const level = isRelevant(judgement) ? 1 : reached.level + (page.lists === undefined ? 1 : 0);
      const scores = await strategy.rank(page, judgement, links, reached, features);
      if (level > levels) return scores.map((score): LinkScore => ({ ...score, level: levels, pruned: true }));
      // Nothing said is level 1: for most links nothing has to be made.
      return level === 1 ? scores : scores.map((score): LinkScore => ({ ...score, level }));
    },
    queueing: strategyWith<Queueing>(queueing, { levels: (request) => levelsFor(request, levels, share) }),
  };
  return strategyWith(strategy, own);
}
