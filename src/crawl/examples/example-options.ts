import type { CrawlOptions, OptionKey } from '../../config/options.js';

/** The options that say how example pages are fetched and read; all others are of no use here. */
export const exampleOptionKeys = [
  'language',
  'stem',
  'delay',
  'requests',
  'requestsPerHost',
  'contact',
  'userAgent',
  'proxy',
  'header',
  'resolve',
  'allowPrivate',
  'timeout',
  'maxPageBytes',
  'maxRedirects',
  'retries',
  'web',
] as const satisfies readonly OptionKey[];

export type ExampleOptions = Pick<CrawlOptions, (typeof exampleOptionKeys)[number]>;
