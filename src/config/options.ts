import { MOST_BITS } from '../page/simhash-index.js';
import { agentOptions } from './agent-options.js';
import { archivePlace } from './archive-place.js';
import { list } from './collection-kinds.js';
import {
  fileOrUrl,
  headers,
  hostMap,
  hostName,
  httpUrl,
  listenAddress,
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
  named,
  number,
  ratio,
  switchable,
  text,
} from './scalar-kinds.js';
import { seedOptions } from './seed-options.js';
import { strategyParameters } from './strategy-parameters.js';

/** Made where a language is given: it takes as long as all the rest of this file. */
let languages: Intl.DisplayNames | undefined;
function isLanguage(code: string): boolean {
  languages ??= new Intl.DisplayNames('en', { type: 'language' });
  return /^[a-z]{2}$/.test(code) && languages.of(code) !== code;
}

const HOUR = 3_600_000;

/** Every option of a crawl. Flags, config file, library types, defaults and help all come from here. */
export const options = {
  query: option({
    group: 'Topic',
    kind: text('words'),
    help: 'Topic of the crawl.',
    details:
      'Phrases go in double quotes. A query is needed unless the strategy works from `--example`, `--content-terms`, `--model` or `--query-log`.',
    essential: true,
  }),
  not: option({
    group: 'Topic',
    kind: list(text('words'), { separator: ',' }),
    default: [],
    help: 'Words of another meaning; pages that use them much are judged lower.',
    details:
      'For an ambiguous query: `--not "cat,animal,jungle"` for the car Jaguar. `--not-minimum` sets how often the words must occur, `--not-rule drop` ignores such pages with their links.',
  }),
  notMinimum: option({
    group: 'Topic',
    kind: integer({ min: 1 }),
    default: 1,
    help: 'How often a page must use words of --not for them to count.',
  }),
  notRule: option({
    group: 'Topic',
    kind: choice('lower', 'drop'),
    default: 'lower',
    help: 'What words of --not do: lower a page by degree, or drop it with its links.',
  }),
  judgeUrl: option({
    group: 'Topic',
    kind: httpUrl(),
    help: 'OpenAI-compatible model server asked about doubtful pages.',
    details:
      'The base URL of a chat endpoint (`http://localhost:11434/v1`) or the URL of an embeddings endpoint (ending in `/embeddings`). A key, where one is needed, is read from the environment variable `OSPREY_JUDGE_KEY`. Calls are listed in `judge-calls.jsonl` in the crawl folder. Without an answer a page is judged as if there were no server.',
  }),
  judgeModel: option({
    group: 'Topic',
    kind: text('name'),
    default: 'default',
    help: 'Name of the model that --judge-url is asked for.',
  }),
  judgeCalls: option({
    group: 'Topic',
    kind: integer({ min: 0 }),
    default: 500,
    help: 'Most calls of --judge-url in all runs of the crawl.',
  }),
  judgePrice: option({
    group: 'Topic',
    kind: number({ min: 0 }),
    default: 0,
    help: 'Price of a million tokens, for the cost in the list of calls.',
  }),
  example: option({
    group: 'Topic',
    kind: list(fileOrUrl()),
    default: [],
    help: 'An example page about the topic: a URL, or an HTML or text file.',
    details: 'The links of an example URL also serve as seeds.',
  }),
  genre: option({
    group: 'Topic',
    kind: list(text('name'), { separator: ',' }),
    default: [],
    help: 'Kind of page wanted, such as news, blogs or course-syllabus.',
    details:
      '`osprey strategies genre` lists the genres. Sources of seeds are asked for `web`, `news`, `discussions` and `blogs`, whatever the strategy. With `web` in the list, pages of any kind are wanted and the other genres only choose seeds.',
  }),
  genreTerms: option({
    group: 'Topic',
    kind: list(text('words'), { separator: ',' }),
    default: [],
    help: 'More words of the kind of page wanted.',
    details: 'Added to the words of `--genre`. `osprey terms` extracts them from example pages.',
  }),
  contentTerms: option({
    group: 'Topic',
    kind: list(text('words'), { separator: ',' }),
    default: [],
    help: 'Words of the subject. (default: those of the query)',
    details: 'For strategies that separate the subject from the kind of page, such as `genre`.',
  }),
  urlTerms: option({
    group: 'Topic',
    kind: list(text('words'), { separator: ',' }),
    default: [],
    help: 'Words that occur in the URLs of wanted pages.',
  }),
  model: option({
    group: 'Topic',
    kind: file(),
    help: 'Model of a learning strategy, made by "osprey train".',
  }),
  queryLog: option({
    group: 'Topic',
    kind: file('file-or-dir', 'a file or a crawl folder'),
    help: 'File of user queries, or a folder of a crawl searched with "osprey search".',
    details: 'One query per line, or JSON lines. The file is read again while the crawl runs.',
  }),
  ontology: option({
    group: 'Topic',
    kind: file('file', 'an ontology'),
    help: 'Ontology of the topic, beside WordNet: a SKOS or OBO file.',
    details:
      'For `synset`, `ssrm` and `ehrig`. SKOS may be Turtle or RDF/XML. Names of a concept are synonyms; broader concepts (skos:broader, is_a) are what it is a kind of.',
  }),
  language: option({
    group: 'Topic',
    kind: text('code', 'a two-letter language code such as en', isLanguage),
    default: 'en',
    help: 'Language of the topic, for stop words and stemming.',
    essential: true,
  }),
  stem: option({
    group: 'Topic',
    kind: boolean(),
    default: true,
    help: 'Compare whole words instead of stems.',
    essential: true,
  }),
  idf: option({
    group: 'Topic',
    kind: choice('background', 'collection', 'one'),
    default: 'background',
    help: 'Where term weights come from.',
    details:
      '`background`: a table of general text. `collection`: the pages of this crawl. `one`: all terms weigh the same.',
    essential: true,
  }),
  strategy: option({
    group: 'Topic',
    kind: file('name', 'the name of a strategy, or a module', (name) => !/[/\\]|\.[cm]?[jt]s$/.test(name)),
    default: 'osprey',
    help: 'How pages are judged and links ordered: a name or your own file.',
    details: '`osprey strategies` lists the names; `examples/own-strategy.ts` shows a file of your own.',
    essential: true,
  }),
  set: option({
    group: 'Topic',
    kind: strategyParameters(),
    default: {},
    help: 'Set a parameter of a strategy; "osprey strategies NAME" lists them.',
  }),
  threshold: option({
    group: 'Topic',
    kind: ratio(),
    default: 0.5,
    help: 'Least relevance (0–1) of a relevant page.',
  }),
  rawThreshold: option({
    group: 'Topic',
    kind: number({ min: 0 }),
    help: 'Least raw score of a relevant page, instead of --threshold.',
    details: "The raw score is that of the strategy's own formula, before it is scaled to 0–1.",
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
    help: 'File of seeds: one URL per line.',
    details: 'A score and a genre may follow the URL; `#` starts a comment. `osprey seeds --out` writes such a file.',
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
    details: 'After `resume`, the time counts anew.',
  }),
  maxBytesOnDisk: option({
    group: 'Budget',
    kind: limit(bytes({ min: 1 })),
    default: 'none',
    help: 'Stop when the crawl folder reaches this size.',
  }),
  stopWhenYieldBelow: option({
    group: 'Budget',
    kind: ratio(),
    default: 0.01,
    help: 'Stop when the forecast harvest stays below this share; 0 never stops.',
    details:
      'The crawl stops when the forecast for the next 500 pages has been below this share for 400 pages. It is checked from page 1,000 on; see [forecast.md](forecast.md).',
  }),

  prefer: option({
    group: 'Budget',
    kind: named(number({ min: 1, max: 1_000 }), { speed: 1, balanced: 3, quality: Number.POSITIVE_INFINITY }),
    default: 'balanced',
    help: 'Whether to wait for hosts with better pages: speed never does, quality always.',
    details:
      'A number says how many times as long the crawl may take as by taking whatever is ready: `speed` is 1, `balanced` 3. Nothing is waited for longer than 30 seconds. With `--max-time` and no `--max-pages`, pages cost nothing and nothing is waited for. See [focus.md](focus.md).',
  }),
  exploration: option({
    group: 'Budget',
    kind: ratio(),
    default: 0.05,
    help: 'Share of the pages for hosts not visited before, however their links score.',
    details: 'It is spent early, while better hosts are waited for. See [focus.md](focus.md).',
  }),

  preferHosts: option({
    group: 'Budget',
    kind: list(hostName(), { separator: ',' }),
    default: [],
    help: 'Links to these hosts and their subdomains count double.',
    details: 'Holds for links found from then on. `osprey control` and the dashboard change it while the crawl runs.',
  }),

  maxDepth: option({
    group: 'Scope',
    kind: limit(integer({ min: 0 })),
    default: 'none',
    help: 'Most links away from the seeds; 0 visits only the seeds.',
  }),
  maxPerHost: option({
    group: 'Scope',
    kind: limit(integer({ min: 1 })),
    default: 'none',
    help: 'Most pages per host.',
  }),
  maxPerDomain: option({
    group: 'Scope',
    kind: automatic(limit(integer({ min: 1 }))),
    default: 'auto',
    help: 'Most pages per registrable domain, all of its hosts together.',
    details:
      'A registrable domain is one such as example.co.uk; ports count as hosts. `auto` is ten times `--max-per-host`; without that, the number of hosts is limited: 100, and 30 · √r more for r relevant pages of the domain (hosts of seeds do not count).',
  }),
  maxPerAddress: option({
    group: 'Scope',
    kind: limit(integer({ min: 1 })),
    default: 'none',
    help: 'Most pages per IP address, all hosts and ports there together.',
    details: 'Thousands of sites may share an address. Hosts of `--resolve` are not counted.',
  }),
  include: option({
    group: 'Scope',
    kind: list(urlPattern()),
    default: [],
    help: 'Visit only URLs that match this glob or /regular expression/.',
    details:
      'A glob uses `*` (within a path segment) and `**` (across segments); a regular expression stands between slashes.',
  }),
  exclude: option({
    group: 'Scope',
    kind: list(urlPattern()),
    default: [],
    help: 'Never visit URLs that match; overrides --include.',
  }),
  domains: option({
    group: 'Scope',
    kind: list(hostName(), { separator: ',' }),
    default: [],
    help: 'Stay on these hosts and their subdomains.',
  }),
  blockHosts: option({
    group: 'Scope',
    kind: list(hostName(), { separator: ',' }),
    default: [],
    help: 'Never visit these hosts and their subdomains.',
  }),
  types: option({
    group: 'Scope',
    kind: list(mediaType(), { separator: ',', least: 1 }),
    default: ['text/html', 'application/xhtml+xml', 'application/pdf'],
    help: 'Content types to read.',
  }),
  followNofollow: option({
    group: 'Scope',
    kind: boolean(),
    default: false,
    help: 'Follow links marked nofollow.',
  }),
  nearDuplicates: option({
    group: 'Scope',
    kind: switchable(integer({ min: 0, max: MOST_BITS })),
    default: 3,
    help: 'Near-duplicate tolerance (0–64 bits), or "off".',
    details:
      'Number of bits by which the 64-bit simhash of a page may differ from that of an earlier page. Links of a near-duplicate are not followed; `off` follows them.',
  }),

  ...politenessOptions,

  proxy: option({
    group: 'Network',
    kind: proxyUrl(),
    help: 'Send all requests through this proxy.',
    details: 'A password in the URL is not stored in the crawl folder.',
    keep: withoutPassword,
  }),
  header: option({
    group: 'Network',
    kind: headers(),
    default: {},
    help: 'Header to send with every request.',
    details:
      'Cookies, authorization and other secret headers go only to the sites of the seeds, and are not stored in the crawl folder.',
    keep: withoutSecretHeaders,
  }),
  resolve: option({
    group: 'Network',
    kind: hostMap(),
    default: {},
    help: 'Connect to this address for a host; * is every other host.',
    details: 'The address may have a port: `example.org=127.0.0.1:8080`.',
  }),
  allowPrivate: option({
    group: 'Network',
    kind: boolean(),
    default: false,
    help: 'Allow private and loopback addresses, for intranets.',
  }),
  timeout: option({
    group: 'Network',
    kind: duration({ min: 1, max: HOUR }),
    default: '60s',
    help: 'Time limit for one request, with its body.',
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
    help: 'Most redirects to follow for one page.',
  }),
  retries: option({
    group: 'Network',
    kind: integer({ min: 0, max: 10 }),
    default: 2,
    help: 'Retries after a temporary failure.',
  }),
  cookies: option({
    group: 'Network',
    kind: file('cookies.txt'),
    help: "Cookies to send, each to its own site: a file in Netscape's format.",
    details:
      'As browser extensions and curl export them. They go with pages and sitemaps, not with robots.txt, and only where their domain and path say. Neither they nor the name of the file are stored in the crawl folder: give them again to `resume`. See [login.md](login.md).',
    keep: () => undefined,
  }),
  cookieJar: option({
    group: 'Network',
    kind: boolean(),
    default: false,
    help: 'Keep the cookies that sites set while the crawl runs, and send them back to them.',
    details: 'In memory only: they are gone when the crawl ends. See [login.md](login.md).',
  }),
  render: option({
    group: 'Network',
    kind: choice('never', 'auto', 'always'),
    default: 'never',
    help: 'Run the scripts of pages in a browser: of those that are empty without them, or of all.',
    details:
      'Needs the package `playwright-core` and an installed Chromium. `never` needs neither, and counts the pages that are empty without scripts. See [rendering.md](rendering.md).',
  }),
  browser: option({
    group: 'Network',
    kind: file('path', 'the path of a program'),
    help: 'Chromium to render pages with. (default: CHROME_PATH, or one that is installed)',
    keep: () => undefined,
  }),
  renderTime: option({
    group: 'Network',
    kind: duration({ min: 100, max: 300_000 }),
    default: '15s',
    help: 'Time limit for the scripts of one page.',
  }),
  web: option({
    group: 'Network',
    kind: list(file('file.warc.gz')),
    default: [],
    help: 'Crawl this archived web instead of the live one.',
  }),

  store: option({
    group: 'Output',
    kind: text('postgres://…', 'the address of a PostgreSQL database'),
    help: 'Keep the crawl in this PostgreSQL database, where several workers can share it.',
    details:
      'As in `postgres://user:password@host/database`; `osprey worker` joins from any machine. The password is not stored. See [scale-out.md](scale-out.md).',
    keep: () => undefined,
  }),
  name: option({
    group: 'Output',
    kind: text('name', 'a short name'),
    help: 'Name of the crawl in the database. (default: from the query)',
    keep: () => undefined,
  }),
  out: option({
    group: 'Output',
    kind: file('dir', 'a folder name'),
    help: 'The crawl folder.',
    details: 'By default a new folder under `crawls`, named after the query.',
    // The config file lies in it: a folder may be moved, and its file used again for another crawl.
    keep: () => undefined,
  }),
  archive: option({
    group: 'Output',
    kind: archivePlace(),
    default: true,
    help: 'Keep WARC files in this folder or s3://bucket/prefix. (default: the crawl folder)',
    helpOff: 'Do not keep pages in WARC files.',
    details:
      'For storage that speaks the S3 protocol, endpoint and credentials come from the environment (`AWS_ENDPOINT_URL_S3`, `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`), credentials else from `~/.aws/credentials` (`AWS_PROFILE`), and are never stored. Several workers may share a place. See [scale-out.md](scale-out.md#pages-in-a-shared-folder-or-object-storage).',
  }),
  metrics: option({
    group: 'Output',
    kind: listenAddress(),
    help: 'Serve figures of the running crawl for Prometheus at this address.',
    details:
      'The path is `/metrics`; a bare port means 127.0.0.1. Anyone who reaches the address can read the figures, which name no pages. See [scale-out.md](scale-out.md#figures-for-prometheus). It is not stored in the crawl folder.',
    keep: () => undefined,
  }),
  report: option({
    group: 'Output',
    kind: boolean(),
    default: true,
    help: 'Do not write report.html when the crawl ends.',
    details: 'See [report.md](report.md). The library writes no report.',
  }),
  respectReservations: option({
    group: 'Output',
    kind: boolean(),
    default: false,
    help: 'Leave pages out of exports whose owners reserve them against text and data mining.',
    details:
      'Reserved is a page with `noai`, with a TDM reservation (header, meta tag, or `/.well-known/tdmrep.json`, which is then fetched once per site), or whose robots.txt says `ai-train=no` or `ai-input=no`. See [rights.md](rights.md).',
  }),
  exportNoindex: option({
    group: 'Output',
    kind: boolean(),
    default: false,
    help: 'Export pages that ask not to be indexed.',
  }),

  workers: option({
    group: 'Engine',
    kind: automatic(integer({ min: 0, max: 64 })),
    default: 'auto',
    help: 'Threads that parse pages; 0 parses on the main thread.',
  }),
  expire: option({
    group: 'Engine',
    kind: limit(duration({ min: 1 })),
    default: 'none',
    help: 'Drop URLs that have been queued for longer than this.',
  }),
  expirePages: option({
    group: 'Engine',
    kind: limit(integer({ min: 1 })),
    default: 'none',
    help: 'Drop URLs that are still queued after this many visits.',
  }),
  randomSeed: option({
    group: 'Engine',
    kind: integer({ min: 0, max: 2 ** 32 - 1 }),
    default: 1,
    help: 'Random seed; the same seed makes the same choices.',
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
