import { listCrawls as crawlsIn } from '../../library/list-crawls.js';
import { clip, oneLine } from '../../page/one-line.js';
import { defineTool, mostCharacters } from '../mcp-tool.js';

export const listCrawls = defineTool<Record<string, never>>({
  name: 'list_crawls',
  title: 'List crawls',
  description: 'Lists the crawls that can be read, those that changed last first.',
  schema: { properties: {}, required: [] },
  readOnly: true,
  async run(_, { root }) {
    const crawls = await crawlsIn(root);
    const lines = crawls.map(
      ({ name, topic, running, stopReason, pages, relevant }) =>
        `${name}: ${oneLine(topic, 120)}; ${running ? 'running' : (stopReason ?? 'killed')}; ${relevant} relevant of ${pages} pages`,
    );
    return clip(lines.length === 0 ? 'No crawls yet.' : lines.join('\n'), mostCharacters);
  },
});
