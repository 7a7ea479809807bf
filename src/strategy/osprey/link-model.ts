import { damagedKnowledge } from '../../failure.js';
import type { Knowledge } from '../../model/strategy.js';
import { TermRows } from '../../text/term-rows.js';
import { joinedKnowledge } from '../joined-knowledge.js';
import { exactly, numbersKnowledge } from './numbers-knowledge.js';
import { type Words, wordsKept } from './outlook.js';

/** What speaks for or against a link, in the order of the vectors. */
export const linkFeatures = [
  /** Highest reward of the pages that link to it. */
  'parent',
  /** ln(1 + sum of their rewards). */
  'parents',
  /** ln(1 + how many they are). */
  'links',
  /** By how much their rewards exceed the usual, in units of what chance would bring. */
  'lift',
  /** Likeness of the anchor text to the topic. */
  'anchor',
  /** Likeness of the URL to the topic. */
  'url',
  /** Mean reward of what else its parents link to. */
  'siblings',
  /** Mean reward of its host. */
  'host',
  /** Mean reward of the pages made like it. */
  'template',
  /** Mean reward of the pages that have the words of its anchor text. */
  'words',
] as const;
export type LinkFeature = (typeof linkFeatures)[number];

const width = linkFeatures.length;
/** AdaGrad's step. */
const step = 0.15;
/** Squared gradients to start from, of features and of words: the first steps must not be leaps. */
const [firstGradient, firstWordGradient] = [0.01, 0.1] as const;
/** Spread below which differences of a feature are taken for noise. */
const leastSpread = 0.01;
/** Earlier visits learnt again with every new one, and the window they are drawn from. */
const replays = 8;
const samplesKept = 2_000;

/** Of one sample: features and reward; number of words, and these. */
const [numbersOfSample, wordsOfSample] = [width + 1, 1 + wordsKept] as const;

/**
 * Expected reward of a link, learnt from what became of earlier ones: logistic regression on standardised features and the
 * single words of anchor texts, trained with AdaGrad on every visit and a few replayed ones. Rewards are soft, 0..1.
 */
export class LinkModel {
  /** Bias and its squared gradients, samples seen; then weights, squared gradients, means and squares about them. */
  readonly #numbers = new Float64Array(3 + 4 * width);
  readonly #weights = this.#numbers.subarray(3, 3 + width);
  readonly #gradients = this.#numbers.subarray(3 + width, 3 + 2 * width);
  readonly #means = this.#numbers.subarray(3 + 2 * width, 3 + 3 * width);
  readonly #squares = this.#numbers.subarray(3 + 3 * width);
  /** Weight and squared gradients of a word. */
  readonly #words = new TermRows(2);
  #samples: Float64Array = new Float64Array(0);
  #wordsOfSamples: Uint32Array = new Uint32Array(0);
  /** The words of the sample that is replayed. */
  readonly #replayed: Words = { ids: this.#wordsOfSamples, from: 0, to: 0 };
  readonly #scales = new Float64Array(width);
  readonly evidence = new Float64Array(width);

  constructor() {
    this.#numbers[1] = firstGradient;
    this.#gradients.fill(firstGradient);
    this.#rescale();
  }

  /** Links whose outcome was learnt. */
  get seen(): number {
    return this.#numbers[2]!;
  }

  /** What a link may be expected to bring whatever its features. */
  get usual(): number {
    return logistic(this.#numbers[0]!);
  }

  /** `at` is where its features start. */
  predict(features: Float64Array, words: Words, at = 0): number {
    return logistic(this.#numbers[0]! + this.weigh(features, words, at));
  }

  /** All that speaks for the link, in log odds; what each feature adds to it is in `evidence` until the next call. */
  weigh(features: Float64Array, words: Words, at = 0): number {
    const { evidence } = this;
    let sum = 0;
    for (let i = 0; i < width; i++) {
      evidence[i] = this.#weights[i]! * (features[at + i]! - this.#means[i]!) * this.#scales[i]!;
      sum += evidence[i]!;
    }
    const ofWords = this.#evidenceOfWords(words);
    evidence[width - 1]! += ofWords;
    return sum + ofWords;
  }

  /** A link with these features brought this reward. */
  learn(features: Float64Array, words: Words, reward: number): void {
    const count = ++this.#numbers[2]!;
    for (let i = 0; i < width; i++) {
      const apart = features[i]! - this.#means[i]!;
      this.#means[i]! += apart / count;
      this.#squares[i]! += apart * (features[i]! - this.#means[i]!);
    }
    this.#rescale();
    this.#keep(features, words, reward, count);
    this.#train(features, words, reward);
    const kept = Math.min(count, samplesKept);
    for (let replay = 0; replay < replays; replay++) this.#replay(scattered(count * replays + replay) % kept);
  }

  get knowledge(): Knowledge {
    return joinedKnowledge([
      numbersKnowledge(
        () => this.#numbers,
        (numbers) => {
          this.#numbers.set(exactly(numbers, this.#numbers.length));
          this.#rescale();
        },
      ),
      numbersKnowledge(
        () => this.#words.packed(),
        (numbers) => this.#words.unpack(numbers),
      ),
      numbersKnowledge(
        () => this.#samples,
        (numbers) => {
          this.#samples = rowsOf(numbers, numbersOfSample, this.seen);
        },
      ),
      numbersKnowledge(
        () => Float64Array.from(this.#wordsOfSamples),
        (numbers) => {
          this.#wordsOfSamples = Uint32Array.from(rowsOf(numbers, wordsOfSample, this.seen));
        },
      ),
    ]);
  }

  #replay(sample: number): void {
    const at = sample * numbersOfSample;
    const words = this.#replayed;
    words.ids = this.#wordsOfSamples;
    words.from = sample * wordsOfSample + 1;
    words.to = words.from + words.ids[words.from - 1]!;
    this.#train(this.#samples, words, this.#samples[at + width]!, at);
  }

  #train(features: Float64Array, words: Words, reward: number, at = 0): void {
    const error = this.predict(features, words, at) - reward;
    for (let i = 0; i < width; i++) {
      const gradient = error * (features[at + i]! - this.#means[i]!) * this.#scales[i]!;
      this.#gradients[i]! += gradient * gradient;
      this.#weights[i]! -= (step * gradient) / Math.sqrt(this.#gradients[i]!);
    }
    this.#numbers[1]! += error * error;
    this.#numbers[0]! -= (step * error) / Math.sqrt(this.#numbers[1]!);
    for (let i = words.from; i < words.to; i++) {
      const row = this.#words.at(words.ids[i]!);
      const { values } = this.#words;
      values[row + 1]! += error * error;
      values[row]! -= (step * error) / Math.sqrt(firstWordGradient + values[row + 1]!);
    }
  }

  #evidenceOfWords({ ids, from, to }: Words): number {
    let sum = 0;
    for (let i = from; i < to; i++) {
      const row = this.#words.find(ids[i]!);
      if (row >= 0) sum += this.#words.values[row]!;
    }
    return sum;
  }

  #keep(features: Float64Array, { ids, from, to }: Words, reward: number, count: number): void {
    const place = (count - 1) % samplesKept;
    if (place * numbersOfSample >= this.#samples.length) this.#makeRoom(Math.min(samplesKept, Math.max(64, 2 * place)));
    this.#samples.set(features, place * numbersOfSample);
    this.#samples[place * numbersOfSample + width] = reward;
    this.#wordsOfSamples[place * wordsOfSample] = to - from;
    for (let i = from; i < to; i++) this.#wordsOfSamples[place * wordsOfSample + 1 + i - from] = ids[i]!;
  }

  #makeRoom(samples: number): void {
    const numbers = new Float64Array(samples * numbersOfSample);
    numbers.set(this.#samples);
    this.#samples = numbers;
    const words = new Uint32Array(samples * wordsOfSample);
    words.set(this.#wordsOfSamples);
    this.#wordsOfSamples = words;
  }

  #rescale(): void {
    const count = Math.max(1, this.seen);
    for (let i = 0; i < width; i++) this.#scales[i] = 1 / (Math.sqrt(this.#squares[i]! / count) + leastSpread);
  }
}

/** Numbers of whole samples, as many as have to be kept. */
function rowsOf(numbers: Float64Array, ofSample: number, seen: number): Float64Array {
  const rows = numbers.length / ofSample;
  if (Number.isInteger(rows) && rows >= Math.min(seen, samplesKept)) return numbers;
  throw damagedKnowledge('by the strategy osprey', numbers.byteLength);
}

function logistic(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

/** A number that looks random and is the same for the same count: a resumed crawl replays what it would have replayed. */
function scattered(count: number): number {
  let hash = Math.imul(count ^ (count >>> 16), 0x45d9f3b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
