import { list } from '../collection-kinds.js';
import { fileOrUrl, httpUrl } from '../network-kinds.js';
import { option } from '../option.js';
import { boolean, choice, file, integer, number, ratio, text } from '../scalar-kinds.js';
import { strategyParameters } from '../strategy-parameters.js';

/** Made where a language is given: it takes as long as all the rest of this file. */
let languages: Intl.DisplayNames | undefined;
function isLanguage(code: string): boolean {
  languages ??= new Intl.DisplayNames('en', { type: 'language' });
  return /^[a-z]{2}$/.test(code) && languages.of(code) !== code;
}

/** What the pages should be about, and how they are judged. */
export const topicOptions = {
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
};
