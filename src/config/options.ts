import { MOST_BITS } from '../page/simhash-index.js';
import { agentOptions } from './agent-options.js';
import { list } from './collection-kinds.js';
import {
  fileOrUrl,
  headers,
  hostMap,
  hostName,
  httpUrl,
  mediaType,
  proxyUrl,
  urlPattern,
  withoutPassword,
  withoutSecretHeaders,
} from './network-kinds.js';
import { type Option, option } from './option.js';
import type { OptionKind } from './option-kind.js';
import { politenessOptions } from './politeness-options.js';
import {
  automatic,
  boolean,
  bytes,
  choice,
  duration,
  file,
  integer,
  limit,
  number,
  ratio,
  switchable,
  text,
} from './scalar-kinds.js';
import { seedOptions } from './seed-options.js';
import { strategyParameters } from './strategy-parameters.js';

const languages = new Intl.DisplayNames('en', { type: 'language' });
const isLanguage = (code: string) => /^[a-z]{2}$/.test(code) && languages.of(code) !== code;

const HOUR = 3_600_000;

/** Every option of a crawl. Flags, config file, library types, defaults and help all come from here. */
export const options = {
  query: option({
    group: 'Topic',
    kind: text('words'),
    help: 'What the pages should be about.',
    essential: true,
  }),
  not: option({
    group: 'Topic',
    kind: list(text('words'), { separator: ',' }),
    default: [],
    help: 'Words or phrases of another meaning: pages that use them are ignored, with their links.',
  }),
  notMinimum: option({
    group: 'Topic',
    kind: integer({ min: 1 }),
    default: 1,
    help: 'How often a page must use words of --not to be ignored.',
  }),
  example: option({
    group: 'Topic',
    kind: list(fileOrUrl()),
    default: [],
    help: 'A page about the topic, as a URL or an HTML or text file.',
  }),
  genre: option({
    group: 'Topic',
    kind: list(text('name'), { separator: ',' }),
    default: [],
    help: 'The kind of page wanted, such as news, blogs or course-syllabus; "osprey strategies genre" lists them. Sources of seeds are asked for web, news, discussions and blogs, whatever the strategy; web among them: pages of any kind are wanted, and the others only choose seeds.',
  }),
  genreTerms: option({
    group: 'Topic',
    kind: list(text('words'), { separator: ',' }),
    default: [],
    help: 'Words or phrases of the kind of page wanted, besides those of --genre; "osprey terms" finds them.',
  }),
  contentTerms: option({
    group: 'Topic',
    kind: list(text('words'), { separator: ',' }),
    default: [],
    help: "Words or phrases of the subject, for strategies that tell it from the kind of page; the query's own when absent.",
  }),
  urlTerms: option({
    group: 'Topic',
    kind: list(text('words'), { separator: ',' }),
    default: [],
    help: 'Words that the URLs of wanted pages hold.',
  }),
  model: option({
    group: 'Topic',
    kind: file(),
    help: 'The model of a learning strategy, made by "osprey train".',
  }),
  queryLog: option({
    group: 'Topic',
    kind: file('file-or-dir', 'a file or a crawl folder'),
    help: 'Queries of users, one a line or as JSON lines, or a crawl folder that was searched with "osprey search".',
  }),
  language: option({
    group: 'Topic',
    kind: text('code', 'a two-letter language code such as en', isLanguage),
    default: 'en',
    help: 'Language of the topic, for stop words and stems.',
    essential: true,
  }),
  stem: option({
    group: 'Topic',
    kind: boolean(),
    default: true,
    help: 'Compare words as they are written, not by their stems.',
    essential: true,
  }),
  idf: option({
    group: 'Topic',
    kind: choice('background', 'collection', 'one'),
    default: 'background',
    help: 'Where the weight of a rare word comes from: general text, the pages of this crawl, or all words weigh the same.',
    essential: true,
  }),
  strategy: option({
    group: 'Topic',
    kind: file('name', 'the name of a strategy, or a module', (name) => !/[/\\]|\.[cm]?[jt]s$/.test(name)),
    default: 'osprey',
    help: 'How pages are judged and links are ordered: one of "osprey strategies", or the file of your own.',
    essential: true,
  }),
  set: option({
    group: 'Topic',
    kind: strategyParameters(),
    default: {},
    help: 'A parameter of a strategy; "osprey strategies NAME" lists them.',
  }),
  threshold: option({
    group: 'Topic',
    kind: ratio(),
    default: 0.5,
    help: 'A page is relevant when its relevance, from 0 to 1, is at least this.',
  }),
  rawThreshold: option({
    group: 'Topic',
    kind: number({ min: 0 }),
    help: "Judge by the score of the strategy's own formula, before it is scaled to 0..1, instead of by --threshold.",
  }),

  seed: option({
    group: 'Seeds',
    kind: list(httpUrl()),
    default: [],
    help: 'A page to start from.',
  }),
  seeds: option({
    group: 'Seeds',
    kind: list(file()),
    default: [],
    help: 'A file of pages to start from: one URL a line, with a score and a genre if you like; # starts a comment.',
  }),
  ...seedOptions,

  ...agentOptions,

  maxPages: option({
    group: 'Budget',
    kind: limit(integer({ min: 1 })),
    default: 'none',
    help: 'Stop after this many pages.',
  }),
  maxRelevant: option({
    group: 'Budget',
    kind: limit(integer({ min: 1 })),
    default: 'none',
    help: 'Stop after this many relevant pages.',
  }),
  maxTime: option({
    group: 'Budget',
    kind: limit(duration({ min: 1 })),
    default: 'none',
    help: 'Stop after this time.',
  }),
  maxBytesOnDisk: option({
    group: 'Budget',
    kind: limit(bytes({ min: 1 })),
    default: 'none',
    help: "Stop when the crawl's folder has grown to this size.",
  }),
  stopWhenYieldBelow: option({
    group: 'Budget',
    kind: ratio(),
    default: 0,
    help: 'Stop when less than this share of the next 1,000 pages would be relevant even at best, such as 0.02; looks from page 1,000 on; 0 goes on.',
  }),

  maxDepth: option({
    group: 'Scope',
    kind: limit(integer({ min: 0 })),
    default: 'none',
    help: 'Follow links this many steps away from the seeds; 0 visits only the seeds.',
  }),
  maxPerHost: option({
    group: 'Scope',
    kind: limit(integer({ min: 1 })),
    default: 'none',
    help: 'Visit at most this many pages of a host.',
  }),
  maxPerDomain: option({
    group: 'Scope',
    kind: automatic(limit(integer({ min: 1 }))),
    default: 'auto',
    help: 'Visit at most this many pages of all hosts and ports of a registrable domain, such as example.co.uk; auto: ten times --max-per-host.',
  }),
  include: option({
    group: 'Scope',
    kind: list(urlPattern()),
    default: [],
    help: 'Visit only URLs that match: a glob with * and **, or a regular expression between slashes.',
  }),
  exclude: option({
    group: 'Scope',
    kind: list(urlPattern()),
    default: [],
    help: 'Never visit URLs that match; it wins over --include.',
  }),
  domains: option({
    group: 'Scope',
    kind: list(hostName(), { separator: ',' }),
    default: [],
    help: 'Stay on these hosts and the hosts below them.',
  }),
  blockHosts: option({
    group: 'Scope',
    kind: list(hostName(), { separator: ',' }),
    default: [],
    help: 'Never visit these hosts nor the hosts below them.',
  }),
  types: option({
    group: 'Scope',
    kind: list(mediaType(), { separator: ',', least: 1 }),
    default: ['text/html', 'application/xhtml+xml'],
    help: 'Content types to read.',
  }),
  followNofollow: option({
    group: 'Scope',
    kind: boolean(),
    default: false,
    help: 'Also follow links that ask not to be followed.',
  }),
  nearDuplicates: option({
    group: 'Scope',
    kind: switchable(integer({ min: 0, max: MOST_BITS })),
    default: 3,
    help: 'Bits of 64 by which the simhash of a page may differ from that of an earlier one it nearly repeats; its links are not followed. "off" follows them.',
  }),

  ...politenessOptions,

  proxy: option({
    group: 'Network',
    kind: proxyUrl(),
    help: 'Send all requests through this proxy. A password in it is not kept in the crawl folder.',
    keep: withoutPassword,
  }),
  header: option({
    group: 'Network',
    kind: headers(),
    default: {},
    help: 'A header to send with every request. Cookies, authorization and the like go only to the sites of the seeds and are not kept in the crawl folder.',
    keep: withoutSecretHeaders,
  }),
  resolve: option({
    group: 'Network',
    kind: hostMap(),
    default: {},
    help: 'Connect to this address, and port if given, for a host; * stands for every other host.',
  }),
  allowPrivate: option({
    group: 'Network',
    kind: boolean(),
    default: false,
    help: 'Allow hosts with private and loopback addresses, for intranets.',
  }),
  timeout: option({
    group: 'Network',
    kind: duration({ min: 1, max: HOUR }),
    default: '60s',
    help: 'Longest time for one request, with its body.',
  }),
  maxPageBytes: option({
    group: 'Network',
    kind: bytes({ min: 1, max: 1_000_000_000 }),
    default: '10MB',
    help: 'Largest page, after decompression.',
  }),
  maxRedirects: option({
    group: 'Network',
    kind: integer({ min: 0, max: 20 }),
    default: 5,
    help: 'Redirects to follow for one page.',
  }),
  retries: option({
    group: 'Network',
    kind: integer({ min: 0, max: 10 }),
    default: 2,
    help: 'How often to try again after a failure that may pass.',
  }),
  web: option({
    group: 'Network',
    kind: list(file('file.warc.gz')),
    default: [],
    help: 'Crawl this archived web instead of the live one.',
  }),

  out: option({
    group: 'Output',
    kind: file('dir', 'a folder name'),
    help: "The crawl's folder.",
    // The config file lies in it: a folder may be moved, and its file used again for another crawl.
    keep: () => undefined,
  }),
  archive: option({
    group: 'Output',
    kind: boolean(),
    default: true,
    help: 'Do not keep the pages as they were received in WARC files.',
  }),
  exportNoindex: option({
    group: 'Output',
    kind: boolean(),
    default: false,
    help: 'Also export pages that ask not to be indexed.',
  }),

  workers: option({
    group: 'Engine',
    kind: automatic(integer({ min: 0, max: 64 })),
    default: 'auto',
    help: 'Threads that read pages; 0 reads them on the main thread.',
  }),
  expire: option({
    group: 'Engine',
    kind: limit(duration({ min: 1 })),
    default: 'none',
    help: 'Forget URLs that have waited in the queue for longer than this.',
  }),
  expirePages: option({
    group: 'Engine',
    kind: limit(integer({ min: 1 })),
    default: 'none',
    help: 'Forget URLs that are still in the queue so many visits after they entered it.',
  }),
  randomSeed: option({
    group: 'Engine',
    kind: integer({ min: 0, max: 2 ** 32 - 1 }),
    default: 1,
    help: 'Start of the random numbers: the same seed gives the same choices.',
    essential: true,
  }),
} satisfies Record<string, Option>;

type Options = typeof options;
export type OptionKey = keyof Options;
export const optionKeys = Object.keys(options) as OptionKey[];

/** The same table for code that treats all options alike. */
export const optionTable: Readonly<Record<OptionKey, Option>> = options;

export function isOptionKey(name: string): name is OptionKey {
  return Object.hasOwn(options, name);
}

type ValueOf<Entry> = Entry extends { readonly kind: OptionKind<infer Value, infer _Input> } ? Value : never;
type InputOf<Entry> = Entry extends { readonly kind: OptionKind<infer _Value, infer Input> } ? Input : never;
type WithDefault = { [Key in OptionKey]: Options[Key] extends { readonly default: unknown } ? Key : never }[OptionKey];

/** Complete and checked: durations in milliseconds, sizes in bytes, limits that are not set Infinity, file names absolute. */
export type Settings = {
  readonly [Key in WithDefault]: ValueOf<Options[Key]>;
} & {
  readonly [Key in Exclude<OptionKey, WithDefault>]?: ValueOf<Options[Key]>;
};

/**
 * What a library user may pass: every option, and one that says what the pages should be about. Durations and sizes may be
 * text such as `10m`.
 */
export type CrawlOptions = {
  readonly [Key in OptionKey]?: InputOf<Options[Key]> | undefined;
} & (
  | { readonly query: string }
  | { readonly example: string | readonly string[] }
  | { readonly contentTerms: string | readonly string[] }
  | { readonly model: string }
  | { readonly queryLog: string }
);
