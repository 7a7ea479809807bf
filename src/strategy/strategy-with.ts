/**
 * The same strategy, or the same capability of one, but for what `own` does otherwise. A class keeps its private members, which a
 * copy would lose.
 */
export function strategyWith<T extends object>(strategy: T, own: Partial<T>): T {
  return new Proxy(strategy, {
    get(target, key) {
      if (Object.hasOwn(own, key)) return own[key as keyof T];
      const value: unknown = Reflect.get(target, key, target);
      // Merge rules are compared by identity, and belong to nobody.
      return typeof value === 'function' && key !== 'merge' ? value.bind(target) : value;
    },
  });
}
