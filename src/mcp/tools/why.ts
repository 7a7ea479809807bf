import { explain } from '../../library/explain.js';
import { clip } from '../../page/one-line.js';
import { twoDigits } from '../../words/figures.js';
import { reasonInWords } from '../../words/reasons.js';
import { crawlNamed } from '../crawl-named.js';
import { crawlArgument, defineTool, mostCharacters } from '../mcp-tool.js';
import { untrusted } from '../untrusted.js';

const [mostParts, mostLinks, room] = [20, 5, 500] as const;

export const why = defineTool<{ readonly crawl: string; readonly url: string }>({
  name: 'why',
  title: 'Why a page was visited and scored so',
  description:
    'The path from a seed to a URL, the links to it, and the parts of its score; or the rule that kept it out.',
  schema: {
    properties: {
      ...crawlArgument,
      url: { type: 'string', minLength: 1, maxLength: 2_000, description: 'Any URL that the crawl has met.' },
    },
    required: ['crawl', 'url'],
  },
  readOnly: true,
  async run({ crawl, url }, limits) {
    const found = await explain(crawlNamed(crawl, limits), url);
    if (found === undefined)
      return 'The crawl has never met this URL: it is not a seed, and no visited page links to it.';
    const { url: record, visit, path, inLinks } = found;
    const { relevance, relevant, parts = {} } = visit?.judgement ?? {};
    const largest = Object.entries(parts).sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
    const lines = [
      `State: ${record.state}${record.reason === '' ? '' : ` (${reasonInWords(record.reason)})`}`,
      ...(visit === undefined
        ? []
        : [`Visit: ${visit.outcome}${visit.reason === '' ? '' : ` (${reasonInWords(visit.reason)})`}`]),
      ...(relevance === undefined ? [] : [`Relevance: ${twoDigits(relevance)}${relevant ? ', relevant' : ''}`]),
      ...largest.slice(0, mostParts).map(([name, value]) => `  ${value.toFixed(3)}  ${name}`),
      'Path from the seed:',
      ...path.map(({ visit: step, link }) => `  ${step.url}${link ? ` (link: ${link.anchor})` : ''}`),
      'Best links to it:',
      ...inLinks.slice(0, mostLinks).map(({ from, anchor, score }) => `  ${score.toFixed(3)}  ${anchor}  on ${from}`),
    ];
    return untrusted(clip(lines.join('\n'), mostCharacters - room));
  },
});
