import type { MergeRule } from '../frontier/frontier.js';
import type { Topic } from '../topic/topic.js';
import { TopicJudge } from '../topic/topic-judge.js';
import type { Strategy } from './strategy.js';

interface Ranking {
  readonly name: string;
  readonly merge: MergeRule;
  rank(judge: TopicJudge): Strategy['rank'];
}

/** A strategy that judges pages by the topic and differs from its kin only in how it ranks links. */
export function queryDriven(topic: Topic, { name, merge, rank }: Ranking): Strategy {
  const judge = new TopicJudge(topic);
  const base = { name, merge, judge: judge.judge.bind(judge), rank: rank(judge) };
  const { collection } = judge;
  if (collection === undefined) return base;
  return {
    ...base,
    knowledge: collection,
    learn({ terms }) {
      collection.add(terms);
      return undefined;
    },
  };
}
