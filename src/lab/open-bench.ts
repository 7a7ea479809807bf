import type { Settings } from '../config/options.js';
import { UsageError } from '../failure.js';
import { readLabelList } from '../training/label-list.js';
import { Laboratory, type LaboratoryOptions } from './laboratory.js';
import type { LabTopic } from './topics/lab-topic.js';
import { topicsOfLabels } from './topics/label-topics.js';
import { queryTopic } from './topics/query-topic.js';
import { readTopicFile } from './topics/topic-file.js';
import { exampleTruth } from './truth/example-truth.js';
import { labelTruth } from './truth/label-truth.js';
import { queryTruth } from './truth/query-truth.js';
import type { Truth } from './truth/truth.js';

/** What to crawl for, and who says what is relevant, as a user gives it. */
export interface BenchSources {
  /** A file of topics. */
  readonly topics?: string | undefined;
  /** One topic, by its query. */
  readonly query?: string | undefined;
  /** A list of URLs with labels by people. */
  readonly labels?: string | undefined;
  /** Ids of the topics that are wanted; all when absent. */
  readonly only?: readonly string[] | undefined;
  /** Who is to say what is relevant, where that was chosen. */
  readonly truth?: Truth['kind'] | undefined;
  /** Cosine with an example page from which on a page is relevant, where examples are the truth. */
  readonly similarity: number;
  /** Most topics that are made of labels; see `topicsOfLabels`. */
  readonly mostTopics?: number;
}

/** A laboratory with topics, and everyone who can say what is relevant. Whoever opens it closes the laboratory. */
export interface Bench {
  readonly lab: Laboratory;
  readonly topics: readonly LabTopic[];
  /** By labels where there are some; by example pages and by the words of the query always. */
  readonly truths: Readonly<Record<Exclude<Truth['kind'], 'labels'>, Truth>> & { readonly labels?: Truth };
}

/** Small files are read first: errors in them should be reported before a large web is read. */
export async function openBench(settings: Settings, sources: BenchSources, options: LaboratoryOptions): Promise<Bench> {
  const { topics: file, query, labels: list, only, truth, similarity, mostTopics } = sources;
  if (file !== undefined && query !== undefined) {
    throw new UsageError('topics-twice', 'Give --topics or a query, not both; a query can be a topic in the file.');
  }
  if (truth === 'labels' && list === undefined) throw noLabels();
  const read = file !== undefined ? readTopicFile(file) : query !== undefined ? [queryTopic(query)] : undefined;
  const given = read && chosen(read, only);
  const labelled = list === undefined ? undefined : await readLabelList(list);
  if (given === undefined && labelled === undefined) {
    throw new UsageError(
      'no-topics',
      'No topics: give --topics FILE, --labels FILE (every label with enough pages becomes a topic), or a query.',
    );
  }
  const lab = await Laboratory.open(settings, options);
  try {
    const { web, similarities } = lab;
    const labels = labelled && labelTruth(web, labelled, similarities);
    const found = given ?? topicsOfLabels(labels!.labels, undefined, mostTopics);
    if (found.length === 0) throw noTopics(list!);
    const topics = given ?? chosen(found, only);
    const withLabels = (truth: Truth): Truth => ({ ...truth, labels: labels?.labels ?? [] });
    return {
      lab,
      topics,
      truths: {
        examples: withLabels(exampleTruth(web, similarities, similarity)),
        query: withLabels(queryTruth(web, similarities, web.readOptions)),
        ...(labels && { labels }),
      },
    };
  } catch (thrown) {
    await lab.close();
    throw thrown;
  }
}

/**
 * People's labels count most, where the topics name some; without them, the examples where every topic has some; else the
 * words of the query.
 */
export function truthOf({ topics, truths }: Pick<Bench, 'topics' | 'truths'>, asked?: Truth['kind']): Truth {
  const hasExamples = topics.every(({ examples }) => examples.length > 0);
  const isLabelled = truths.labels !== undefined && topics.some(({ relevant }) => relevant.length > 0);
  const kind = asked ?? (isLabelled ? 'labels' : hasExamples ? 'examples' : 'query');
  const truth = truths[kind];
  if (truth !== undefined) return truth;
  throw noLabels();
}

function chosen(topics: readonly LabTopic[], ids: readonly string[] | undefined): readonly LabTopic[] {
  if (ids === undefined) return topics;
  return [...new Set(ids)].map((id) => {
    const topic = topics.find((candidate) => candidate.id === id);
    if (topic !== undefined) return topic;
    const known = topics.map((candidate) => candidate.id).join(', ');
    throw new UsageError('unknown-topic', `Unknown topic ${id} (--topic); the topics are ${known}.`);
  });
}

function noLabels(): UsageError {
  return new UsageError('no-labels', 'No labels: give --labels FILE, or use --truth examples or --truth query.');
}

function noTopics(list: string): UsageError {
  return new UsageError('no-topics', `No label of ${list} has enough pages to be a topic; give --topics FILE.`);
}
