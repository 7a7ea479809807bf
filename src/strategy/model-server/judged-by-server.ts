import type { Features } from '../../model/features.js';
import type { Judgement, Strategy } from '../../model/strategy.js';
import { strategyWith } from '../strategy-with.js';
import type { ServerClient } from './server-client.js';

/** Name of what the model server changes of a score. */
export const serverPart = '(model server)';

/** What the part means, for those who explain scores. */
export const serverPartWords: Readonly<Record<string, string>> = { [serverPart]: 'opinion of the model server' };

/** Pages that the strategy itself, before it has learnt anything, finds neither this bad nor this good are doubtful. */
const [surelyNot, surely] = [0.05, 0.95] as const;
/** The server's word is never taken for certain: a page may have talked it round. */
const [lowest, highest] = [0.05, 0.95] as const;
const reached = { depth: 1, level: 1 };

/**
 * The strategy, with a second opinion of a model server on doubtful pages: the mean of the log-odds of both. `fresh` is the same
 * strategy that learns nothing: whether a page is doubtful must depend on the page alone.
 */
export function judgedByServer(strategy: Strategy, fresh: Strategy, server: ServerClient, topic: string): Strategy {
  return strategyWith(strategy, {
    async features(page): Promise<Features> {
      const { relevance } = await fresh.judge(page, reached);
      if (relevance < surelyNot || relevance > surely || page.lists !== undefined) return null;
      const { title, url, mainText: text, fingerprint } = page;
      return (await server.relevance(fingerprint, { topic, title, url, text })) ?? null;
    },
    async judge(page, from, features) {
      const judgement = await strategy.judge(page, from);
      return typeof features === 'number' ? withOpinion(judgement, features) : judgement;
    },
  });
}

function withOpinion(judgement: Judgement, opinion: number): Judgement {
  const { raw, relevance, parts } = judgement;
  const own = within(relevance, 0.001, 0.999);
  const both = 1 / (1 + Math.exp(-(oddsOf(own) + oddsOf(within(opinion, lowest, highest))) / 2));
  // Raw scores have scales of their own.
  const changed = raw === 0 ? 0 : Math.min(raw * (both / own), Math.max(1, raw)) - raw;
  return { ...judgement, relevance: both, raw: raw + changed, parts: { ...parts, [serverPart]: changed } };
}

function oddsOf(probability: number): number {
  return Math.log(probability / (1 - probability));
}

function within(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
