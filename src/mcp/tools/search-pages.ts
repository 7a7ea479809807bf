import { search } from '../../library/search.js';
import { clip } from '../../page/one-line.js';
import { twoDigits } from '../../words/figures.js';
import { crawlNamed } from '../crawl-named.js';
import { crawlArgument, defineTool, mostCharacters } from '../mcp-tool.js';
import { untrusted } from '../untrusted.js';

interface SearchArguments {
  readonly crawl: string;
  readonly query: string;
  readonly limit?: number;
  readonly offset?: number;
  readonly relevant?: boolean;
}

const usualLimit = 10;
const room = 500;

export const searchPages = defineTool<SearchArguments>({
  name: 'search_pages',
  title: 'Search the pages of a crawl',
  description:
    'Full-text search over the pages that a crawl has read, also while it runs: URL, title, relevance and a snippet of each.',
  schema: {
    properties: {
      ...crawlArgument,
      query: {
        type: 'string',
        minLength: 1,
        maxLength: 500,
        description: 'Words; "double quotes" keep words together, a minus leaves pages out.',
      },
      limit: { type: 'integer', minimum: 1, maximum: 50, description: `Pages at most (${usualLimit} where absent).` },
      offset: {
        type: 'integer',
        minimum: 0,
        maximum: 1_000,
        description: 'Pages to pass over, for the next part of the results.',
      },
      relevant: { type: 'boolean', description: 'Only pages that the crawl found relevant.' },
    },
    required: ['crawl', 'query'],
  },
  readOnly: true,
  async run({ crawl, query, limit = usualLimit, offset = 0, relevant = false }, limits) {
    const wanted = { limit: offset + limit + 1, ...(relevant && { relevant }) };
    const found = await search(crawlNamed(crawl, limits), query, wanted);
    const shown = found.slice(offset, offset + limit);
    if (shown.length === 0) return offset === 0 ? 'No page matches.' : 'No more pages match.';
    const items = shown.map(
      ({ url, title, relevance, snippet }, index) =>
        `${offset + index + 1}. ${title ?? '(no title)'} (relevance ${twoDigits(relevance)})\n   ${url}\n   ${snippet}`,
    );
    const more = found.length > offset + limit ? `\nMore: offset ${offset + limit}` : '';
    return untrusted(clip(items.join('\n'), mostCharacters - room)) + more;
  },
});
