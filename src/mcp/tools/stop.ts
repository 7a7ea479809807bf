import { openControl } from '../../crawl/control/open-control.js';
import { crawlNamed } from '../crawl-named.js';
import { crawlArgument, defineTool } from '../mcp-tool.js';

export const stop = defineTool<{ readonly crawl: string }>({
  name: 'stop',
  title: 'Stop a crawl',
  description: 'Ends a running crawl once its requests in flight are done. It keeps what it found and can be resumed.',
  schema: { properties: crawlArgument, required: ['crawl'] },
  readOnly: false,
  async run({ crawl }, limits) {
    const control = await openControl(crawlNamed(crawl, limits), { by: 'mcp' });
    try {
      const { applied } = await control.stop();
      return applied ? 'The crawl has stopped.' : 'The crawl will stop as soon as it can.';
    } finally {
      control.close();
    }
  },
});
