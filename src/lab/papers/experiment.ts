import type { JudgedRun } from '../compare.js';
import type { Contender } from '../contender.js';
import type { Latency } from '../runs/assignment.js';
import type { LabTopic, SeedKind } from '../topics/lab-topic.js';
import type { Check } from './check.js';
import type { Scene } from './scene.js';

/** An experiment of a paper: what was claimed there, how it is done again here, and what has to be so for the claim to hold. */
export interface Experiment {
  /** Such as `pappas-2012-fig-6-static`. */
  readonly id: string;
  /** Such as `Pappas et al. 2012`. */
  readonly paper: string;
  /** Where the paper tells of it, such as `Fig 6` or `Table II`. */
  readonly place: string;
  /** What the paper found, in a sentence. */
  readonly claim: string;
  /**
   * The paper's own figures, as printed, by the name of our contender; what we have no contender for is shown all the same.
   * Plots without numbers are described in words.
   */
  readonly published: Readonly<Record<string, string>>;
  /** What stands for what the paper had and we have not. */
  readonly standIn?: string;
  /** The crawls to do, or in a sentence why they cannot be done on this web. */
  setUp(scene: Scene): SetUp | string | Promise<SetUp | string>;
  /** What is measured of every crawl: columns of the table. The first is plotted. */
  readonly measures: readonly Measure[];
  /** The parts of the claim, each about two contenders or one. */
  readonly checks: readonly Check[];
  /** Plotted instead of the first measure, where the paper shows how something changes on the way. */
  readonly curve?: Curve;
  /** Why the claim may not, or not wholly, hold. Each is tested wherever the experiment is done. */
  readonly reasons?: readonly Reason[];
}

/** A supposed reason, in a sentence that says nothing of a particular web, and what has to be so if it is one. */
export interface Reason {
  readonly words: string;
  /** Of contenders of the experiment, which has some for this alone. */
  readonly check: Check;
  /** Words of the parts of the claim that it is about; all parts where there are none. */
  readonly of?: string;
}

export interface SetUp {
  readonly topics: readonly LabTopic[];
  /** The same for every topic, or made for it. */
  readonly contenders: readonly Contender[] | ((topic: LabTopic) => readonly Contender[]);
  readonly seeds: readonly SeedKind[];
  /** Sets of seeds a topic and kind. */
  readonly draws: number;
  readonly budget: number;
  readonly latency?: Latency;
  /** Share of the labelled pages that is given for training, where it is not to be the lab's. */
  readonly split?: number;
}

/** A number that a crawl is worth. */
export interface Measure {
  readonly name: string;
  readonly digits: number;
  /** Null where it has no meaning for a crawl. */
  of(run: JudgedRun, scene: Scene): number | null;
}

/** How a crawl went on: a number at each of some points, which are the same for all crawls of an experiment. */
export interface Curve {
  readonly x: string;
  readonly y: string;
  of(run: JudgedRun, scene: Scene): readonly CurvePoint[];
}

export interface CurvePoint {
  readonly x: number;
  readonly y: number;
}
