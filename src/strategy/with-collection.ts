import type { Strategy } from '../model/strategy.js';
import type { CollectionIdf } from '../text/collection-idf.js';
import { joinedKnowledge } from './joined-knowledge.js';

/**
 * A strategy that learns the statistics of the collection, where its idf is made of them, before whatever it learns itself. It
 * must be a plain object: what a class keeps in its prototype would be lost.
 */
export function withCollection(strategy: Strategy, collection: CollectionIdf | undefined): Strategy {
  if (collection === undefined) return strategy;
  const { knowledge } = strategy;
  return {
    ...strategy,
    knowledge: knowledge === undefined ? collection : joinedKnowledge([collection, knowledge]),
    learn(visit) {
      collection.add(visit.terms);
      return strategy.learn?.(visit);
    },
  };
}
