import type { RawOptions } from '../../config/layer.js';
import { UsageError } from '../../failure.js';
import type { StrategyEntry } from '../../strategy/strategy-entry.js';
import type { Contender } from '../contender.js';
import type { LabTopic } from '../topics/lab-topic.js';
import type { TextsOf } from './example-terms.js';
import { termsFromExamples } from './example-terms.js';
import { needsExamples, needsGenreTerms } from './needs.js';
import type { TopicModel } from './topic-models.js';

export interface BriefingParts {
  readonly giveExamples: boolean;
  readonly language: string;
  readonly stem: boolean;
  readonly textsOf: TextsOf;
  /** Files of the texts of pages. */
  exampleFiles(urls: readonly string[]): Promise<string[]>;
  /** Trains the contender's model for the topic. */
  modelOf(kind: string, topic: LabTopic): Promise<TopicModel>;
}

/**
 * What a contender is given for a topic, as options of a crawl: what a user of that strategy would give. Throws
 * `UsageError` where the topic does not have what the strategy needs.
 */
export async function briefingFor(
  contender: Contender,
  entry: StrategyEntry,
  topic: LabTopic,
  parts: BriefingParts,
): Promise<RawOptions> {
  const { language, stem } = parts;
  const takes = new Set<string>(entry.takes);
  const taken = (['genre', 'genreTerms', 'contentTerms', 'urlTerms'] as const).filter(
    (name) => takes.has(name) && topic[name].length > 0,
  );
  const examples = parts.giveExamples || needsExamples(entry, topic) ? topic.examples : [];
  return {
    ...(topic.query !== undefined && { query: topic.query }),
    ...(topic.not.length > 0 && { not: topic.not }),
    ...Object.fromEntries(taken.map((name) => [name, topic[name]])),
    ...(needsGenreTerms(entry, topic) && (await generatedTerms(topic, parts))),
    ...(examples.length > 0 && { example: await parts.exampleFiles(examples) }),
    ...(contender.model !== undefined && { model: await modelFile(contender.model, topic, parts) }),
    language,
    stem,
    strategy: contender.strategy,
    ...contender.options,
  };
}

async function generatedTerms(topic: LabTopic, { textsOf, language, stem }: BriefingParts): Promise<RawOptions> {
  const { genreTerms, contentTerms } = await termsFromExamples(topic, textsOf, { language, stem });
  return { genreTerms, ...(contentTerms.length > 0 && { contentTerms }) };
}

async function modelFile(kind: string, topic: LabTopic, { modelOf }: BriefingParts): Promise<string> {
  const model = await modelOf(kind, topic);
  if ('file' in model) return model.file;
  throw new UsageError('no-model', model.reason, { topic: topic.id, kind });
}
