import type { Strategy } from '../model/strategy.js';

/** The same strategy, but for what `own` does otherwise. A class keeps its private members, which a copy would lose. */
export function strategyWith(strategy: Strategy, own: Partial<Strategy>): Strategy {
  return new Proxy(strategy, {
    get(target, key) {
      if (Object.hasOwn(own, key)) return own[key as keyof Strategy];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' && key !== 'merge' ? value.bind(target) : value;
    },
  });
}
