import { BlockFeatures, featureNames } from '../../src/page/main/block-features.js';
import type { MainTextWeights } from '../../src/page/main/main-text-model.js';
import { NameScores } from '../../src/page/main/name-scores.js';
import { Network, type NetworkWeights } from '../../src/page/main/network.js';
import { Surroundings, surroundingNames } from '../../src/page/main/surroundings.js';
import type { LabelledPage } from './labelled-page.js';
import { nameOdds } from './name-odds.js';
import { otherClothes } from './other-clothes.js';
import { type Examples, type Training, trainNetwork } from './train-network.js';
import { wordF1, wordsOf } from './word-overlap.js';

const blockTraining: Training = { hidden: 8, epochs: 12, rate: 0.004, decay: 0.01 };
const passageTraining: Training = { hidden: 8, epochs: 6, rate: 0.004, decay: 0.01 };
/** Pages with less gold text than this count as much as one with it. */
const LEAST_GOLD = 30;
const HEAVIEST = 3;
const OTHER_CLOTHES = 0.5;
/** Log-odds from which on a block may be kept; the best for the pages trained on is taken. */
const THRESHOLDS = Array.from({ length: 31 }, (_, i) => i / 10 - 2);

/** Blocks of a page as rows of numbers. */
interface Described {
  readonly page: LabelledPage;
  readonly features: BlockFeatures;
  readonly rows: Float32Array;
  /** How much it counts. */
  readonly weight: number;
}

/**
 * Names of elements first, then a network that judges blocks by themselves, then one that judges them by the verdicts around. The second is
 * trained on verdicts that were made without the page in question, as they will be on pages never seen.
 */
export function trainModel(pages: readonly LabelledPage[]): MainTextWeights {
  const names = nameOdds(pages);
  const scores = new NameScores(names);
  const folds = [0, 1].map((fold) => pages.filter((_, i) => i % 2 === fold).flatMap((page) => describe(page, scores)));
  const described = folds.flat();
  const blocks = trainNetwork(examplesOf(described, featureNames.length), blockTraining);
  const around: Described[] = [];
  for (const [fold, own] of folds.entries()) {
    const others = folds[1 - fold]!;
    const network = new Network(trainNetwork(examplesOf(others, featureNames.length), blockTraining));
    for (const one of own)
      around.push({ ...one, rows: aroundRows(one, judged(network, one.rows, featureNames.length)) });
  }
  const passages = trainNetwork(examplesOf(around, surroundingNames.length), passageTraining);
  const threshold = bestThreshold(around, new Network(passages));
  return {
    names,
    features: featureNames,
    surroundings: surroundingNames,
    blocks,
    passages: shifted(passages, threshold),
  };
}

/** As it is, and in other clothes. */
function describe(page: LabelledPage, scores: NameScores): Described[] {
  const features = new BlockFeatures(page.laid, scores);
  const rows = rowsOf(page, featureNames.length, (i, x) => features.fill(i, x));
  const other = otherClothes(rows, Number(page.page.id) || page.gold.length);
  return [
    { page, features, rows, weight: 1 },
    { page, features, rows: other, weight: OTHER_CLOTHES },
  ];
}

function aroundRows({ page, features }: Described, odds: Float64Array): Float32Array {
  const around = new Surroundings(page.laid, features.layout, odds);
  return rowsOf(page, surroundingNames.length, (i, x) => around.fill(i, x));
}

function rowsOf({ laid }: LabelledPage, width: number, fill: (block: number, x: Float64Array) => void): Float32Array {
  const x = new Float64Array(width);
  const rows = new Float32Array(laid.blocks.length * width);
  for (let i = 0; i < laid.blocks.length; i++) {
    fill(i, x);
    rows.set(x, i * width);
  }
  return rows;
}

/** Blocks count by their words; pages count alike, however long they are. */
function examplesOf(pages: readonly Described[], width: number): Examples {
  const count = pages.reduce((sum, { page }) => sum + page.laid.blocks.length, 0);
  const rows = new Float32Array(count * width);
  const [labels, weights] = [new Float32Array(count), new Float32Array(count)];
  let [at, sum] = [0, 0];
  for (const { page, rows: own, weight } of pages) {
    rows.set(own, at * width);
    const { sizes, labels: known, goldSize } = page.labels;
    for (let i = 0; i < known.length; i++, at++) {
      labels[at] = known[i]!;
      weights[at] = weight * Math.min(HEAVIEST, sizes[i]! / Math.max(LEAST_GOLD, goldSize));
      sum += weights[at]!;
    }
  }
  return { width, rows, labels, weights: weights.map((weight) => (weight * count) / sum) };
}

function judged(network: Network, rows: Float32Array, width: number): Float64Array {
  const odds = new Float64Array(rows.length / width);
  for (let i = 0; i < odds.length; i++)
    odds[i] = network.logOdds(Float64Array.from(rows.subarray(i * width, (i + 1) * width)));
  return odds;
}

/** The best for the pages as they are. */
function bestThreshold(around: readonly Described[], network: Network): number {
  const pages = around.filter(({ weight }) => weight === 1);
  const verdicts = pages.map(({ rows }) => judged(network, rows, surroundingNames.length));
  const words = pages.map(({ page: { laid } }) =>
    laid.blocks.map(({ start, end }) => wordsOf(laid.text.slice(start, end))),
  );
  const gold = pages.map(({ page }) => wordsOf(page.gold));
  let [best, bestF1] = [0, -1];
  for (const threshold of THRESHOLDS) {
    let sum = 0;
    for (const [i, own] of words.entries()) {
      const kept = own.filter((_, block) => verdicts[i]![block]! > threshold);
      sum += wordF1(kept.flat(), gold[i]!);
    }
    if (sum > bestF1) [best, bestF1] = [threshold, sum];
  }
  return best;
}

/** So that 0 is where blocks are kept. */
function shifted({ first, second }: NetworkWeights, threshold: number): NetworkWeights {
  return { first, second: [...second.slice(0, -1), Math.round((second.at(-1)! - threshold) * 1e4) / 1e4] };
}
