import type { NetworkWeights } from '../../src/page/main/network.js';
import { seededRandom, shuffle } from '../../src/random.js';

/** Examples in rows of features, with what they are and how much they count. */
export interface Examples {
  readonly width: number;
  readonly rows: Float32Array;
  readonly labels: Float32Array;
  readonly weights: Float32Array;
}

export interface Training {
  readonly hidden: number;
  readonly epochs: number;
  readonly rate: number;
  /** Penalty on squared weights. */
  readonly decay: number;
  readonly seed?: number;
}

const BATCH = 256;
const [MOMENT, SQUARES] = [0.9, 0.999];

/** Trains one hidden layer by Adam on the weighted log loss; the rate falls to 0 along a cosine. Same seed, same weights. */
export function trainNetwork(examples: Examples, training: Training): NetworkWeights {
  const { width, labels } = examples;
  const { hidden, epochs, rate, decay, seed = 1 } = training;
  const random = seededRandom(seed);
  const layer = new Layered(width, hidden, random);
  const order = Array.from(labels, (_, i) => i);
  const steps = Math.ceil(order.length / BATCH) * epochs;
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    for (let from = 0; from < order.length; from += BATCH) {
      const batch = order.slice(from, from + BATCH);
      layer.learn(examples, batch);
      layer.update((rate * (1 + Math.cos((Math.PI * step) / steps))) / 2, decay, ++step);
    }
  }
  return layer.weights();
}

class Layered {
  private readonly first: Float64Array;
  private readonly second: Float64Array;
  private readonly firstSlope: Float64Array;
  private readonly secondSlope: Float64Array;
  private readonly moments: Float64Array[];

  constructor(
    private readonly width: number,
    private readonly hidden: number,
    random: () => number,
  ) {
    const spread = Math.sqrt(1 / 12);
    this.first = Float64Array.from({ length: (width + 1) * hidden }, () => (random() - 0.5) * spread);
    this.second = Float64Array.from({ length: hidden + 1 }, () => (random() - 0.5) * Math.sqrt(12 / hidden));
    this.firstSlope = new Float64Array(this.first.length);
    this.secondSlope = new Float64Array(this.second.length);
    const { first, second } = this;
    this.moments = [first, first, second, second].map(({ length }) => new Float64Array(length));
  }

  learn({ rows, labels, weights }: Examples, batch: readonly number[]): void {
    const { width, hidden, first, second, firstSlope, secondSlope } = this;
    const sums = new Float64Array(hidden);
    const errors = new Float64Array(hidden);
    for (const example of batch) {
      const at = example * width;
      const bias = width * hidden;
      for (let h = 0; h < hidden; h++) sums[h] = first[bias + h]!;
      for (let i = 0; i < width; i++) {
        const value = rows[at + i]!;
        if (value !== 0) for (let h = 0; h < hidden; h++) sums[h]! += value * first[i * hidden + h]!;
      }
      let odds = second[hidden]!;
      for (let h = 0; h < hidden; h++) if (sums[h]! > 0) odds += sums[h]! * second[h]!;
      const error = (1 / (1 + Math.exp(-odds)) - labels[example]!) * weights[example]!;
      secondSlope[hidden]! += error;
      for (let h = 0; h < hidden; h++) {
        errors[h] = 0;
        if (sums[h]! <= 0) continue;
        secondSlope[h]! += error * sums[h]!;
        errors[h] = error * second[h]!;
        firstSlope[bias + h]! += errors[h]!;
      }
      for (let i = 0; i < width; i++) {
        const value = rows[at + i]!;
        if (value !== 0) for (let h = 0; h < hidden; h++) firstSlope[i * hidden + h]! += value * errors[h]!;
      }
    }
    for (let i = 0; i < firstSlope.length; i++) firstSlope[i]! /= batch.length;
    for (let i = 0; i < secondSlope.length; i++) secondSlope[i]! /= batch.length;
  }

  update(rate: number, decay: number, step: number): void {
    const [m1, v1, m2, v2] = this.moments as [Float64Array, Float64Array, Float64Array, Float64Array];
    adam(this.first, this.firstSlope, m1, v1, rate, decay, step);
    adam(this.second, this.secondSlope, m2, v2, rate, decay, step);
  }

  weights(): NetworkWeights {
    const rounded = (values: Float64Array): number[] => Array.from(values, (value) => Math.round(value * 1e4) / 1e4);
    return { first: rounded(this.first), second: rounded(this.second) };
  }
}

function adam(
  weights: Float64Array,
  slopes: Float64Array,
  moments: Float64Array,
  squares: Float64Array,
  rate: number,
  decay: number,
  step: number,
): void {
  const [scale, squareScale] = [1 - MOMENT ** step, 1 - SQUARES ** step];
  for (let i = 0; i < weights.length; i++) {
    const slope = slopes[i]!;
    slopes[i] = 0;
    moments[i] = MOMENT * moments[i]! + (1 - MOMENT) * slope;
    squares[i] = SQUARES * squares[i]! + (1 - SQUARES) * slope * slope;
    weights[i]! -= rate * (moments[i]! / scale / (Math.sqrt(squares[i]! / squareScale) + 1e-8) + decay * weights[i]!);
  }
}
