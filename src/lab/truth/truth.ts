import type { LabTopic } from '../topics/lab-topic.js';

export const truthKinds = ['labels', 'examples', 'query'] as const;
export type TruthKind = (typeof truthKinds)[number];

/** Who says what is relevant. Strategies never see it. */
export interface Truth {
  readonly kind: TruthKind;
  /** Similarity from which on a page is relevant, where that decides. */
  readonly threshold?: number;
  /** Labels of every page, by number; empty lists where nobody labelled it. Empty altogether without a list of labels. Whoever judges, models are trained with them. */
  readonly labels: readonly (readonly string[])[];
  /** Throws `UsageError` for a topic that it cannot judge, saying what is missing. */
  of(topic: LabTopic): TopicTruth;
}

/** The truth about one topic, for every page of the web by number. */
export interface TopicTruth {
  /** 0..1; of labels and words 0 or 1, of similarity its value. */
  readonly relevance: Float64Array;
  /** 1 where the page is relevant. */
  readonly relevant: Uint8Array;
  /** Highest cosine with the topic's ground-truth pages. */
  readonly similarity: Float64Array;
}
