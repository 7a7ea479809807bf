import type { CrawlStore } from '../../../src/model/crawl-store.js';
import type { FrontierRules } from '../../../src/model/frontier.js';

/** States one behaviour: the check gets an empty store, made with `changes` to the rules of the frontier. */
export type Behaviour = (
  title: string,
  changes: Partial<FrontierRules>,
  check: (store: CrawlStore) => Promise<void>,
) => void;
