import { label as keepLabel } from '../../library/label.js';
import { crawlNamed } from '../crawl-named.js';
import { crawlArgument, defineTool } from '../mcp-tool.js';

interface LabelArguments {
  readonly crawl: string;
  readonly url: string;
  readonly relevant: boolean;
}

export const label = defineTool<LabelArguments>({
  name: 'label',
  title: 'Label a page',
  description: 'Says whether a page of a crawl is about the topic. A running crawl learns from it.',
  schema: {
    properties: {
      ...crawlArgument,
      url: { type: 'string', minLength: 1, maxLength: 2_000, description: 'URL of a page that the crawl has read.' },
      relevant: { type: 'boolean', description: 'Whether the page is about the topic.' },
    },
    required: ['crawl', 'url', 'relevant'],
  },
  readOnly: false,
  async run({ crawl, url, relevant }, limits) {
    const { changed } = await keepLabel(crawlNamed(crawl, limits), [{ url, relevant }]);
    return `Labelled as ${relevant ? 'relevant' : 'not relevant'}${changed > 0 ? '; the page had another label before' : ''}.`;
  },
});
