/** Weights of a small network: one hidden layer of rectified units, one output. */
export interface NetworkWeights {
  /** By input, then by hidden unit; the last row is the bias. */
  readonly first: readonly number[];
  /** By hidden unit; the last one is the bias. */
  readonly second: readonly number[];
}

/** Computes the log-odds of one answer. Inputs that are 0, most of them here, cost nothing. */
export class Network {
  private readonly first: Float64Array;
  private readonly second: Float64Array;
  private readonly sums: Float64Array;

  constructor({ first, second }: NetworkWeights) {
    this.first = Float64Array.from(first);
    this.second = Float64Array.from(second);
    this.sums = new Float64Array(second.length - 1);
  }

  logOdds(inputs: Float64Array): number {
    const { first, second, sums } = this;
    const hidden = sums.length;
    const bias = inputs.length * hidden;
    for (let h = 0; h < hidden; h++) sums[h] = first[bias + h]!;
    for (let i = 0; i < inputs.length; i++) {
      const value = inputs[i]!;
      if (value === 0) continue;
      const row = i * hidden;
      for (let h = 0; h < hidden; h++) sums[h]! += value * first[row + h]!;
    }
    let odds = second[hidden]!;
    for (let h = 0; h < hidden; h++) if (sums[h]! > 0) odds += sums[h]! * second[h]!;
    return odds;
  }
}
