export interface RuleLimits {
  /** Least share of the links of a class that must lead to the other, for a rule. */
  readonly confidence: number;
  /** Least number of such links. */
  readonly support: number;
}

/**
 * Rules i → j between classes (Altingövde & Ulusoy 2004, Jeyapal & Palanisamy): confidence[i][j] is the share of the links of pages of class i
 * that lead to pages of class j, or 0 where that is too little to make a rule.
 */
export function classRules(links: readonly (readonly number[])[], { confidence, support }: RuleLimits): number[][] {
  return links.map((row) => {
    const all = row.reduce((sum, count) => sum + count, 0);
    return row.map((count) => (count > 0 && count >= support && count / all >= confidence ? count / all : 0));
  });
}

/** The best way by rules from a class to a target. */
export interface Chain {
  readonly hops: number;
  /** Product of the confidences of its rules; 1 for a target itself. */
  readonly confidence: number;
}

/**
 * For each class the chain of at most `most` rules to a target class with the highest product of confidences; the shorter one
 * of equals; undefined where there is none.
 */
export function bestChains(
  rules: readonly (readonly number[])[],
  targets: readonly number[],
  most: number,
): (Chain | undefined)[] {
  let best = rules.map((_, label): Chain | undefined =>
    targets.includes(label) ? { hops: 0, confidence: 1 } : undefined,
  );
  for (let hops = 1; hops <= most; hops++) {
    const shorter = best;
    best = rules.map((row, label) => {
      let chain = shorter[label];
      for (const [next, rule] of row.entries()) {
        const rest = shorter[next];
        if (rest === undefined || rule * rest.confidence <= (chain?.confidence ?? 0)) continue;
        chain = { hops: rest.hops + 1, confidence: rule * rest.confidence };
      }
      return chain;
    });
  }
  return best;
}
