import type { RawOptions } from '../config/layer.js';

/** What a contender gets besides the topic's words. */
export type Supervision = 'none' | 'examples' | 'labels';

/** A strategy with its settings, as it takes part in a comparison. */
export interface Contender {
  /** As reports name it, such as `best-first` or `tswt+parents=max`. */
  readonly name: string;
  /** Name or file of the strategy. */
  readonly strategy: string;
  /** One line about it. */
  readonly summary: string;
  /** Options of the crawl that are its own: `set` and whatever else an experiment varies. */
  readonly options: RawOptions;
  readonly supervision: Supervision;
  /** Visited pages that a simulated person answers about while it crawls; none when absent. */
  readonly answers?: number;
  /** Kind of the model that it has to be trained (`Trainer.kind`). */
  readonly model?: string;
}
