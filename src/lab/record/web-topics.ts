import { yamlText } from '../../config/yaml-text.js';
import type { CrawlReader } from '../../model/crawl-reader.js';
import { relevantLabel } from '../../training/targets.js';
import { landing } from '../../url/redirect-landing.js';
import { givenPages } from '../given-pages.js';
import { grouped } from '../grouped.js';
import type { LabTopic } from '../topics/lab-topic.js';
import { freeTopicId } from '../topics/topic-id.js';
import type { RecordedAnswer } from './recorded-answers.js';

/** What crawls were looking for: one topic for all crawls with the same options. */
export interface WebTopic extends Omit<LabTopic, 'far'> {
  readonly crawls: readonly CrawlReader[];
}

/** Seeds and examples are those that lead to a document of the web. */
export async function webTopics(
  crawls: readonly CrawlReader[],
  answers: ReadonlyMap<string, RecordedAnswer>,
): Promise<WebTopic[]> {
  const alike = grouped(crawls, ({ settings }) =>
    JSON.stringify([toldOf(settings), settings.example, settings.model, settings.queryLog]),
  );
  const ids = new Set<string>();
  const topics: WebTopic[] = [];
  for (const group of alike.values()) {
    const told = toldOf(group[0]!.settings);
    // The id is part of a label, where a dot would mean that one topic lies below another.
    const id = freeTopicId((told.query ?? 'topic').replaceAll('.', '-'), ids);
    ids.add(id);
    const relevant = [alike.size === 1 ? relevantLabel : `${relevantLabel}.${id}`];
    topics.push({ id, ...told, relevant, ...(await startsOf(group, answers)), crawls: group });
  }
  return topics;
}

/** Whether a list of topics can tell it. Models, query logs and example files alone are nothing that the lab could read there. */
export function isTold({ query, examples, genre, genreTerms, contentTerms }: WebTopic): boolean {
  return query !== undefined || [examples, genre, genreTerms, contentTerms].some((told) => told.length > 0);
}

/** As the lab reads it; what is empty is left out. */
export function topicsYaml(topics: readonly WebTopic[]): string {
  const entries = topics.map(({ id, query, relevant, near, examples, crawls: _, ...told }) => {
    const fields = { id, query, ...told, relevant: relevant[0], near, examples };
    return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value.length > 0));
  });
  return `# near: the seeds of the crawls that the web was recorded from\n${yamlText(entries)}`;
}

function toldOf({ query, not, genre, genreTerms, contentTerms, urlTerms }: CrawlReader['settings']) {
  return { ...(query !== undefined && { query }), not, genre, genreTerms, contentTerms, urlTerms };
}

async function startsOf(
  crawls: readonly CrawlReader[],
  answers: ReadonlyMap<string, RecordedAnswer>,
): Promise<Pick<WebTopic, 'near' | 'examples'>> {
  const given = await Promise.all(crawls.map(({ records }) => givenPages(records)));
  const target = (url: string) => answers.get(url)?.target;
  const isThere = (url: string) => {
    const end = landing(url, target);
    return answers.has(end) && target(end) === undefined;
  };
  const distinct = (urls: readonly string[]) => [...new Set(urls)].filter(isThere);
  const examples = distinct(given.flatMap(({ examples }) => examples));
  const seeds = distinct(given.flatMap(({ seeds }) => seeds));
  // Without seeds, a crawl starts from its examples.
  return { near: seeds.length > 0 ? seeds : examples, examples };
}
