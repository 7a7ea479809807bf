import { readFileSync } from 'node:fs';
import { isMap, isSeq, type Pair, type YAMLMap } from 'yaml';
import { list } from '../../config/collection-kinds.js';
import { nearest } from '../../config/nearest.js';
import { httpUrl } from '../../config/network-kinds.js';
import { badValue, mustBe, type OptionKind } from '../../config/option-kind.js';
import { options } from '../../config/options.js';
import { collect, type Problem, refuse, shownName } from '../../config/problem.js';
import { text } from '../../config/scalar-kinds.js';
import { MOST_PROBLEMS, nameOf, YamlFile } from '../../config/yaml-file.js';
import { messageOf, UsageError } from '../../failure.js';
import { canonicalUrl, MAX_URL_LENGTH } from '../../url/canonical-url.js';
import { bareTopic } from './bare-topic.js';
import type { LabTopic } from './lab-topic.js';
import { isTopicId } from './topic-id.js';

type Field = keyof LabTopic;

const pages = list(canonicalPage());
/** The options of a crawl are written as in its config file. */
const kinds: { readonly [Name in Field]: Pick<OptionKind<Required<LabTopic>[Name]>, 'parse'> } = {
  id: text('name', 'a name of letters, digits, dots, dashes and underscores', isTopicId),
  query: options.query.kind,
  not: options.not.kind,
  genre: options.genre.kind,
  genreTerms: options.genreTerms.kind,
  contentTerms: options.contentTerms.kind,
  urlTerms: options.urlTerms.kind,
  relevant: list(text('label')),
  near: pages,
  far: pages,
  examples: pages,
};
/** For people: how many pages are relevant, as whoever made the file counted them. */
const note = 'pages';
/** A topic that says none of these says nothing. */
const saying: readonly Field[] = ['query', 'examples', 'genre', 'genreTerms', 'contentTerms'];
/** An alias stands for a whole list: fifty of them must not make millions. */
const mostItems = 10_000;

/**
 * Reads a YAML list of topics. Throws one `UsageError` with all that is wrong, each with its place in the file. URLs are made
 * canonical; whether a web has them is not asked here.
 */
export function readTopicFile(file: string): LabTopic[] {
  const problems: Problem[] = [];
  const yaml = YamlFile.parse(file, contentsOf(file), 'a topics file', problems);
  const topics = yaml === undefined ? [] : readTopics(yaml, problems);
  if (topics.length === 0 && problems.length === 0) problems.push({ where: file, reason: noTopics });
  refuse(problems);
  return topics;
}

const noTopics = 'names no topic; give a list such as "- {id: music, query: music, relevant: Music}"';

function contentsOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (thrown) {
    const message = `The topics ${file} cannot be read (${messageOf(thrown)}); check the path.`;
    throw new UsageError('no-topics-file', message, { file });
  }
}

function readTopics(yaml: YamlFile, problems: Problem[]): LabTopic[] {
  const { contents } = yaml;
  if (contents === undefined) return [];
  if (!isSeq(contents)) {
    problems.push({ where: yaml.placeOf(contents), reason: 'must be a list of topics, each with "- id: …"' });
    return [];
  }
  const topics: LabTopic[] = [];
  const ids = new Set<string>();
  for (const item of contents.items) {
    if (problems.length >= MOST_PROBLEMS) break;
    // An alias of a topic would be the same topic again, and could hold aliases itself.
    if (!isMap(item)) {
      problems.push({ where: yaml.placeOf(item), reason: 'must be a topic: a mapping with an id and a query' });
      continue;
    }
    const topic = new TopicReader(yaml, problems).read(item);
    // Files are named by ids, and some file systems do not tell upper from lower case.
    const id = topic.id.toLowerCase();
    if (id !== '' && ids.has(id)) {
      problems.push({ where: `${yaml.placeOf(item, 'id')}: id`, reason: `${topic.id} is the id of another topic too` });
    }
    ids.add(id);
    topics.push(topic);
  }
  return topics;
}

class TopicReader {
  readonly #yaml: YamlFile;
  readonly #problems: Problem[];
  /** By name; undefined where the value was wrong. */
  readonly #given = new Map<Field, unknown>();
  readonly #seen = new Set<string>();

  constructor(yaml: YamlFile, problems: Problem[]) {
    this.#yaml = yaml;
    this.#problems = problems;
  }

  /** Fields that are missing or wrong are left bare. */
  read(topic: YAMLMap): LabTopic {
    for (const field of topic.items) if (this.#problems.length < MOST_PROBLEMS) this.#readField(field);
    const where = this.#yaml.placeOf(topic);
    if (!this.#given.has('id')) this.#problems.push({ where, reason: 'must have an id' });
    if (!saying.some((field) => this.#says(field))) {
      this.#problems.push({ where, reason: `must have at least one of ${saying.join(', ')}` });
    }
    const right = [...this.#given].filter(([, value]) => value !== undefined);
    return { ...bareTopic(''), ...Object.fromEntries(right) };
  }

  #readField({ key, value }: Pair): void {
    const name = nameOf(key);
    const where = `${this.#yaml.placeOf(key)}: ${shownName(name)}`;
    if (this.#seen.has(name)) {
      this.#problems.push({ where, reason: 'is given twice' });
    } else if (isField(name)) {
      const whereOf = (item?: number | string) => `${this.#yaml.placeOf(value ?? key, item)}: ${shownName(name)}`;
      this.#given.set(
        name,
        collect(this.#problems, whereOf, () => this.#parse(name, value)),
      );
    } else if (name !== note) {
      const near = nearest(name, Object.keys(kinds));
      const guess = near === undefined ? '' : `; did you mean ${near}?`;
      this.#problems.push({ where, reason: `unknown field${guess}` });
    }
    this.#seen.add(name);
  }

  #parse(name: Field, node: unknown): unknown {
    const value = this.#yaml.valueOf(node);
    if (Array.isArray(value) && value.length > mostItems) throw badValue(`has more than ${mostItems} items`);
    const parsed = kinds[name].parse(value, 'file');
    return Array.isArray(parsed) ? [...new Set(parsed)] : parsed;
  }

  /** Something, or something wrong that is reported already. */
  #says(field: Field): boolean {
    const value = this.#given.get(field);
    return this.#given.has(field) && !(Array.isArray(value) && value.length === 0);
  }
}

function isField(name: string): name is Field {
  return Object.hasOwn(kinds, name);
}

function canonicalPage(): OptionKind<string, string> {
  const url = httpUrl();
  return {
    ...url,
    parse(input, source) {
      const canonical = canonicalUrl(url.parse(input, source));
      if (canonical === undefined) throw mustBe(`a URL of at most ${MAX_URL_LENGTH} characters`, input);
      return canonical;
    },
  };
}
