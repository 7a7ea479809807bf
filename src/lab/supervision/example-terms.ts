import { UsageError } from '../../failure.js';
import { TextPipeline, type TextPipelineOptions } from '../../text/text-pipeline.js';
import { type ExampleText, generateTerms } from '../../topic/generate-terms.js';
import { genresOf } from '../../topic/genres.js';
import { parseQuery } from '../../topic/query.js';
import type { LabTopic } from '../topics/lab-topic.js';

/** De Assis et al. 2009, section 6: NG = NC = 40. */
const mostTerms = 40;

/** The texts of pages by their URLs; pages that cannot be had are left out. */
export type TextsOf = (urls: readonly string[]) => Promise<readonly ExampleText[]>;

/** What a crawl is given besides what the topic names: no content terms means the query's own. */
export type GivenTerms = Pick<LabTopic, 'genreTerms' | 'contentTerms'>;

/**
 * What the strategy `genre` needs and a topic does not give, by de Assis et al. 2009's GenerateTerms on the topic's examples. They are pages
 * of the wanted kind and subject at once, so what the topic says tells the two apart: words of the query are no genre terms.
 * Where it says nothing of the subject, content terms are the most frequent ones after the genre's.
 */
export async function termsFromExamples(
  topic: LabTopic,
  textsOf: TextsOf,
  options: Pick<TextPipelineOptions, 'language' | 'stem'> = {},
): Promise<GivenTerms> {
  const { words, phrases } = parseQuery(topic.query ?? '');
  const pipeline = new TextPipeline({ ...options, phrases });
  const idsOf = (terms: readonly string[]) => terms.flatMap((term) => pipeline.idOf(term) ?? []);
  const genre = idsOf(genresOf(topic).flatMap(({ terms }) => terms));
  const content = topic.contentTerms.length > 0 ? idsOf(topic.contentTerms) : [...pipeline.termIds(words)];
  const said = new Set([...genre, ...content]);
  const pages = topic.examples.length === 0 ? [] : await textsOf(topic.examples);
  const most = { genreTerms: 2 * mostTerms + said.size, contentTerms: 0 };
  const frequent = generateTerms(pages, [], most, options)
    .genreTerms.map(({ term }) => term)
    .filter((term) => idsOf([term]).some((id) => !said.has(id)));
  const genreTerms = genre.length > 0 ? topic.genreTerms : frequent.splice(0, mostTerms);
  const contentTerms = content.length > 0 ? topic.contentTerms : frequent.splice(0, mostTerms);
  if (genre.length + genreTerms.length === 0 || content.length + contentTerms.length === 0) throw noTerms(topic);
  return { genreTerms, contentTerms };
}

function noTerms({ id }: LabTopic): UsageError {
  const message = `The topic ${id} has too few words on its example pages to find genre terms and content terms: give it more examples, or the terms.`;
  return new UsageError('no-terms', message, { topic: id });
}
