import type { CrawlOptions } from '../../src/config/options.js';
import { readParameters } from '../../src/config/parameters.js';
import { settingsFrom } from '../../src/config/settings.js';
import { parametersOf } from '../../src/config/strategy-parameters.js';
import type { Page } from '../../src/model/page.js';
import type { Strategy } from '../../src/model/strategy.js';
import { readPage } from '../../src/reading/read-page.js';
import type { StrategyEntry } from '../../src/strategy/strategy-entry.js';
import type { TermCounts } from '../../src/text/term-counts.js';
import { Topic } from '../../src/topic/topic.js';

/** A strategy made as a crawl would make it, with a reader of pages that counts what it needs. */
export interface Made {
  readonly strategy: Strategy;
  readonly topic: Topic;
  page(html: string, url?: string): Page;
}

/** All words weigh alike (idf one) unless the options say otherwise, so that cosines can be worked out by hand. */
export function made(
  entry: StrategyEntry,
  options: Partial<CrawlOptions> & { readonly query: string },
  examples: readonly TermCounts[] = [],
): Made {
  const settings = settingsFrom({ options: { seed: 'http://a.test/', idf: 'one', ...options } });
  const parameters = readParameters(entry.name, entry.parameters, parametersOf(settings.set, entry.name));
  const { phrases = [], make } = entry.prepare({ settings, parameters });
  const topic = Topic.from(settings, examples);
  const common = Topic.readOptions(settings);
  const readOptions = { ...common, phrases: [...(common.phrases ?? []), ...phrases], reads: entry.reads ?? [] };
  return {
    topic,
    strategy: make(topic),
    page: (html, url = 'http://a.test/') =>
      readPage({ url, body: Buffer.from(html), contentType: 'text/html; charset=utf-8' }, readOptions),
  };
}

/** How a seed is reached. */
export const asSeed = { depth: 0, level: 1 } as const;
