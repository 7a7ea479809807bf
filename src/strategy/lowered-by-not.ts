import type { Judgement, Strategy } from '../model/strategy.js';
import type { Topic } from '../topic/topic.js';
import { strategyWith } from './strategy-with.js';

/** Name of what words of `--not` take off a score. */
export const notPart = '(not)';

/** What the part means, for those who explain scores. */
export const notPartWords: Readonly<Record<string, string>> = {
  [notPart]: 'what it loses for how much it speaks of words of --not',
};

/** The strategy, with pages judged lower the more they speak of what is not meant. As it is where that cannot happen. */
export function loweredByNot(strategy: Strategy, topic: Topic): Strategy {
  if (!topic.lowersUnwanted) return strategy;
  return strategyWith(strategy, {
    async judge(page, reached, features) {
      const judgement = await strategy.judge(page, reached, features);
      return lowered(judgement, topic.unwantedIn(page));
    },
  });
}

function lowered(judgement: Judgement, share: number): Judgement {
  if (share === 0) return judgement;
  const { raw, relevance, parts } = judgement;
  return {
    ...judgement,
    raw: raw * (1 - share),
    relevance: relevance * (1 - share),
    parts: { ...parts, [notPart]: -raw * share },
  };
}
