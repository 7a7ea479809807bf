/** How often things were seen, from which the probabilities of a hidden Markov model are estimated. */
export interface HiddenMarkovCounts {
  /** By state. */
  readonly initial: readonly number[];
  /** By state, then by the state after it. */
  readonly transitions: readonly (readonly number[])[];
  /** By state, then by what was observed in it. */
  readonly emissions: readonly (readonly number[])[];
}

/**
 * A hidden Markov model: π, A and B of Batsakis 2007 (Batsakis 2007, §2.5), and the recursion of eq 5 and 6. A vector α holds for each
 * state the probability of being in it together with all that was observed on the way.
 */
export class HiddenMarkov {
  readonly #initial: Float64Array;
  readonly #transitions: readonly Float64Array[];
  readonly #emissions: readonly Float64Array[];

  /** `smoothing` is added to every count, so that what was never seen is unlikely, not impossible. */
  constructor({ initial, transitions, emissions }: HiddenMarkovCounts, smoothing: number) {
    this.#initial = shares(initial, smoothing);
    this.#transitions = transitions.map((row) => shares(row, smoothing));
    this.#emissions = emissions.map((row) => shares(row, smoothing));
  }

  /** α at the start of a path: π[j] · B[j][c]. An unknown observation (undefined) tells nothing, here and in `next`. */
  start(observed: number | undefined): Float64Array {
    return this.#observe(this.#initial.slice(), observed);
  }

  /** Eq 5: α(j,t) = B[j][c] · Σ_i α(i,t−1)·A[i][j]. */
  next(alpha: Float64Array, observed: number | undefined): Float64Array {
    return this.#observe(this.predict(alpha), observed);
  }

  /** Eq 6: α(j,t+1) = Σ_i α(i,t)·A[i][j]. */
  predict(alpha: Float64Array): Float64Array {
    const after = new Float64Array(alpha.length);
    for (let i = 0; i < alpha.length; i++) {
      const row = this.#transitions[i]!;
      for (let j = 0; j < after.length; j++) after[j]! += alpha[i]! * row[j]!;
    }
    return after;
  }

  #observe(alpha: Float64Array, observed: number | undefined): Float64Array {
    if (observed === undefined) return alpha;
    for (let j = 0; j < alpha.length; j++) alpha[j]! *= this.#emissions[j]![observed]!;
    return alpha;
  }
}

/** Counts as shares of their sum; all 0 where nothing was counted and nothing is added. */
function shares(counts: readonly number[], smoothing: number): Float64Array {
  const sum = counts.reduce((total, count) => total + count + smoothing, 0);
  return Float64Array.from(counts, (count) => (sum === 0 ? 0 : (count + smoothing) / sum));
}
