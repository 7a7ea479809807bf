import type { Page } from '../../model/page.js';
import type { InheritedState, Judgement, Reached, Strategy } from '../../model/strategy.js';
import type { Topic } from '../../topic/topic.js';
import { TopicJudge } from '../../topic/topic-judge.js';
import { withCollection } from '../with-collection.js';

/** What tells a query-driven strategy from its kin. */
interface QueryDriven
  extends Pick<Strategy, 'name' | 'learn' | 'lessons' | 'knowledge' | 'queueing' | 'labels' | 'topTerms'> {
  rank(judge: TopicJudge): Strategy['rank'];
  /** Who judges pages, where it is not the plain topic. */
  judge?: TopicJudge;
  /** What a page hands on to those behind its links; with it, the strategy inherits. */
  inheritedState?(judgement: Judgement, reached: Reached, page: Page): InheritedState;
}

/**
 * A strategy that judges pages by the topic and differs from its kin in how it ranks links. With idf from the collection,
 * that is learnt too, beside whatever the strategy learns itself.
 */
export function queryDriven(
  topic: Topic,
  { rank, inheritedState, judge = new TopicJudge(topic), ...own }: QueryDriven,
): Strategy {
  const base: Strategy = {
    ...own,
    judge: judge.judge.bind(judge),
    rank: rank(judge),
    ...(inheritedState && {
      queueing: { ...own.queueing, inherits: true },
      judge(page, reached) {
        const judgement = judge.judge(page);
        return { ...judgement, inheritedState: inheritedState(judgement, reached, page) };
      },
    }),
  };
  return withCollection(base, judge.collection);
}
