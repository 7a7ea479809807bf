import { LabelFile } from '../labels/label-file.js';
import type { CrawlReader } from '../model/crawl-reader.js';
import type { ExportContext } from './exporter.js';
import { type PageFieldName, plainFields } from './page-fields.js';

/** What the exporters need of a crawl; `labels` are those of its folder where absent. */
export async function exportContext(
  { bodies, folder, settings, records, agents }: CrawlReader,
  wanted: Partial<Pick<ExportContext, 'labels' | 'fields' | 'markdown' | 'chunks' | 'onChunks' | 'snippets'>> = {},
): Promise<ExportContext> {
  const segments = new Map((await agents.registered()).map(({ id, segment }) => [id, segment]));
  const { genre } = settings;
  return {
    bodies,
    settings,
    records,
    labels: wanted.labels ?? LabelFile.read(folder).sure,
    fields: wanted.fields ?? plainFields,
    ...(wanted.markdown && { markdown: wanted.markdown }),
    ...(wanted.chunks && { chunks: wanted.chunks }),
    ...(wanted.onChunks && { onChunks: wanted.onChunks }),
    snippets: wanted.snippets ?? Number.POSITIVE_INFINITY,
    genreOf(agent) {
      const segment = segments.get(agent);
      return segment !== undefined && genre.includes(segment) ? segment : genre.length === 1 ? genre[0] : undefined;
    },
  };
}

/** The fields without those that are not wanted twice, in the order of the table. */
export function withFields(
  fields: readonly PageFieldName[],
  ...more: readonly (PageFieldName | false | undefined)[]
): PageFieldName[] {
  const added = more.filter((name): name is PageFieldName => Boolean(name));
  return [...fields, ...added.filter((name) => !fields.includes(name))];
}
