import type { TermCounts } from '../../text/term-counts.js';
import type { LabTopic } from '../topics/lab-topic.js';

/** A topic with the terms of the example pages that are given with it. */
export interface AskedTopic {
  readonly topic: LabTopic;
  readonly examples: readonly TermCounts[];
}

/** Gives every page of a recorded web a score for a topic, without crawling. */
export interface PageJudge {
  /** As reports name it. */
  readonly name: string;
  /** One line about it. */
  readonly summary: string;
  /** Whether its scores are from 0 to 1, so that they can be taken for probabilities. */
  readonly isScaled: boolean;
  /** For each topic the scores of all pages, by their numbers; undefined where it cannot judge the topic. */
  scores(topics: readonly AskedTopic[]): Promise<readonly (Float64Array | undefined)[]>;
}
