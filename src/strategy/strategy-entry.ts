import type { Settings } from '../config/options.js';
import type { ParametersOf, ParameterTable } from '../config/parameters.js';
import type { PagePart } from '../model/page.js';
import type { Strategy } from '../model/strategy.js';
import type { Topic } from '../topic/topic.js';

/** What a strategy is made from, besides the topic, which is complete only after the examples were fetched. */
export interface StrategyInputs<Table extends ParameterTable> {
  readonly settings: Settings;
  readonly parameters: ParametersOf<Table>;
}

/** A strategy whose inputs were read and found good. */
export interface ReadyStrategy {
  /** Terms of several words that have to be counted in pages and links, besides those of the query. */
  readonly phrases?: readonly string[];
  make(topic: Topic): Strategy;
}

/** Options that only some strategies take. */
export const topicInputs = ['genre', 'genreTerms', 'contentTerms', 'urlTerms', 'queryLog', 'ontology'] as const;
export type TopicInput = (typeof topicInputs)[number];

/** A strategy as users find it: what it is, what it needs, and how to make one. */
export interface StrategyEntry<Table extends ParameterTable = ParameterTable> {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** Where it is described: paper, section, equation. */
  readonly source: string;
  /** What it needs besides seeds, in the words of the command line, such as `query` or `--model`. */
  readonly needs: readonly string[];
  /** Options besides query, examples and model that it takes; given to another strategy, they are refused. */
  readonly takes?: readonly TopicInput[];
  readonly parameters: Table;
  /** The parts of its scores in words, by name. A name that ends in `*` stands for all that start so. */
  readonly parts: Readonly<Record<string, string>>;
  /** Whether the parts of a score add up to it, so that each has its share. */
  readonly partsAddUp?: boolean;
  /** Whether its relevance is a probability: of the pages it gives 0.7, about 70 % are relevant. */
  readonly calibrated?: boolean;
  /** How a place in the queue comes about, in words, where it is not simply the best score of a link. */
  readonly priority?: string;
  /** Which links it never follows, and by whose word: its crawls may end before the web is exhausted. All others' do not. */
  readonly leavesOut?: string;
  /** Whether its links have levels of the queue that mean something to it; a coordinator's would be in their way. */
  readonly ownLevels?: boolean;
  /**
   * What its `judge`, `rank`, `learn`, `features` and `labels` read of pages and links besides what is always there. These fields are
   * filled in every page it is given, wherever the page was read; those it does not name are empty, since they cost time and memory.
   */
  readonly reads?: readonly PagePart[];
  /** Kind of the model that it needs (`Trainer.kind`); `osprey train --for NAME` makes it. */
  readonly model?: string;
  /** Reads and checks its inputs. Throws `UsageError` before anything is fetched. */
  prepare(inputs: StrategyInputs<Table>): ReadyStrategy;
}

/** Ties the parameters of an entry to what `prepare` is given. */
export function defineStrategy<const Table extends ParameterTable>(entry: StrategyEntry<Table>): StrategyEntry {
  return entry as unknown as StrategyEntry;
}
