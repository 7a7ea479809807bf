import { readFileSync } from 'node:fs';
import { BlockFeatures, featureNames, type Laid } from './block-features.js';
import { NameScores } from './name-scores.js';
import { Network, type NetworkWeights } from './network.js';
import { Surroundings, surroundingNames } from './surroundings.js';

/** What the training found out; `data/README.md` says how. */
export interface MainTextWeights {
  /** How much words in ids and classes speak for main text, as log-odds. */
  readonly names: Readonly<Record<string, number>>;
  /** The numbers that the networks were trained on, in their order. */
  readonly features: readonly string[];
  readonly surroundings: readonly string[];
  /** Judges blocks by themselves. */
  readonly blocks: NetworkWeights;
  /** Judges them again, by the first verdicts on what is around. */
  readonly passages: NetworkWeights;
}

/** Tells main text from navigation, notices and teasers, block by block. */
export class MainTextModel {
  private readonly names: NameScores;
  private readonly blocks: Network;
  private readonly passages: Network;
  private readonly features = new Float64Array(featureNames.length);
  private readonly surroundings = new Float64Array(surroundingNames.length);

  constructor({ names, features, surroundings, blocks, passages }: MainTextWeights) {
    if (`${features}` !== `${featureNames}` || `${surroundings}` !== `${surroundingNames}`)
      throw new Error('The weights of the main text were trained on other features: run tools/train-main-text.');
    this.names = new NameScores(names);
    this.blocks = new Network(blocks);
    this.passages = new Network(passages);
  }

  /** For each block the log-odds that it is main text. */
  judge(page: Laid): Float64Array {
    const { features, surroundings } = this;
    const described = new BlockFeatures(page, this.names);
    const odds = new Float64Array(page.blocks.length);
    for (let i = 0; i < odds.length; i++) {
      described.fill(i, features);
      odds[i] = this.blocks.logOdds(features);
    }
    const around = new Surroundings(page, described.layout, odds);
    const verdicts = new Float64Array(odds.length);
    for (let i = 0; i < odds.length; i++) {
      around.fill(i, surroundings);
      verdicts[i] = this.passages.logOdds(surroundings);
    }
    return verdicts;
  }
}

/** The model in `data/`, read when the first page needs it. */
let model: MainTextModel | undefined;

export function mainTextModel(): MainTextModel {
  const file = new URL('../../../../data/main-text.json', import.meta.url);
  model ??= new MainTextModel(JSON.parse(readFileSync(file, 'utf8')) as MainTextWeights);
  return model;
}
