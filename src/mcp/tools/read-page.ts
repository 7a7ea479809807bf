import { markdown } from '../../export/formats/markdown.js';
import { UsageError } from '../../failure.js';
import type { CrawlRecords } from '../../model/crawl-store.js';
import type { VisitRow } from '../../model/visit.js';
import { readingCrawl } from '../../store/open-reader.js';
import { canonicalUrl } from '../../url/canonical-url.js';
import { crawlNamed } from '../crawl-named.js';
import { crawlArgument, defineTool, mostCharacters } from '../mcp-tool.js';
import { untrusted } from '../untrusted.js';

interface ReadArguments {
  readonly crawl: string;
  readonly url: string;
  readonly offset?: number;
  readonly limit?: number;
}

const usualLimit = 8_000;
const mostRead = mostCharacters - 500;

export const readPage = defineTool<ReadArguments>({
  name: 'read_page',
  title: 'Read a page of a crawl',
  description: 'The main content of a page as Markdown, as it was when the crawl read it, from a character offset on.',
  schema: {
    properties: {
      ...crawlArgument,
      url: { type: 'string', minLength: 1, maxLength: 2_000, description: 'URL of a page that the crawl has read.' },
      offset: { type: 'integer', minimum: 0, description: 'Characters to pass over (0 where absent).' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: mostRead,
        description: `Characters at most (${usualLimit} where absent).`,
      },
    },
    required: ['crawl', 'url'],
  },
  readOnly: true,
  run: ({ crawl, url, offset = 0, limit = usualLimit }, limits) =>
    readingCrawl(crawlNamed(crawl, limits), async ({ bodies, records, settings }) => {
      const row = await pageAt(url, records);
      if (row.noindex && !settings.exportNoindex)
        throw new UsageError('noindex', 'The page asks not to be indexed; it is not given out.');
      let text = '';
      for await (const piece of markdown(only(row), { bodies })) text += piece;
      const part = text.slice(offset, offset + Math.min(limit, mostRead));
      const end = offset + part.length;
      const more = end < text.length ? `continue with offset ${end}` : 'end of the page';
      return `${untrusted(part)}\nCharacters ${offset} to ${end} of ${text.length}: ${more}.`;
    }),
});

async function pageAt(written: string, records: CrawlRecords): Promise<VisitRow> {
  const url = canonicalUrl(written);
  const known = url === undefined ? undefined : await records.find(url);
  const row = known && (await records.visitOf(known.id));
  if (row?.archive !== undefined && row.fingerprint !== undefined) return row;
  throw new UsageError(
    'not-read',
    `The crawl has no text of ${JSON.stringify(written)}; search_pages names pages that it has read.`,
  );
}

async function* only(row: VisitRow): AsyncGenerator<VisitRow> {
  yield row;
}
