import { UsageError } from '../../failure.js';
import { launchCrawl } from '../../launch/launch-crawl.js';
import { listCrawls } from '../../library/list-crawls.js';
import { freeFolder, makeFolders } from '../../store/crawl-folder.js';
import type { McpLimits } from '../mcp-limits.js';
import { defineTool } from '../mcp-tool.js';

interface StartArguments {
  readonly query: string;
  readonly seeds?: readonly string[];
  readonly not?: readonly string[];
  readonly examples?: readonly string[];
  readonly genre?: string;
  readonly domains?: readonly string[];
  readonly max_pages?: number;
  readonly max_relevant?: number;
  readonly max_minutes?: number;
}

const urls = { type: 'array', items: { type: 'string', maxLength: 2_000 }, maxItems: 100 } as const;
const words = { type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: 50 } as const;
const usualPages = 200;
const minute = 60_000;

export const startCrawl = defineTool<StartArguments>({
  name: 'start_crawl',
  title: 'Start a focused crawl',
  description:
    'Starts a crawl for web pages about a topic and returns its name at once; it runs in the background. Ask crawl_status for progress, search_pages and read_page for results.',
  schema: {
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: 500,
        description: 'What the pages should be about; "double quotes" make a phrase.',
      },
      seeds: { ...urls, description: 'URLs to start from. Without any, search sources are asked.' },
      not: { ...words, description: 'Words of other meanings of the query.' },
      examples: { ...urls, maxItems: 20, description: 'URLs of pages that are about the topic.' },
      genre: { type: 'string', maxLength: 60, description: 'Kind of page wanted, such as news or course-syllabus.' },
      domains: { ...words, description: 'Stay on these hosts and their subdomains.' },
      max_pages: { type: 'integer', minimum: 1, description: `Page budget (${usualPages} where absent).` },
      max_relevant: { type: 'integer', minimum: 1, description: 'Stop after this many relevant pages.' },
      max_minutes: { type: 'number', exclusiveMinimum: 0, description: 'Time budget in minutes.' },
    },
    required: ['query'],
  },
  readOnly: false,
  async run(args, limits) {
    const running = (await listCrawls(limits.root)).filter((crawl) => crawl.running);
    if (running.length >= limits.maxCrawls)
      throw new UsageError(
        'too-many-crawls',
        `${running.length} crawls are running, as many as are allowed: wait for one, or stop it (${running.map(({ name }) => name).join(', ')}).`,
      );
    const options = optionsOf(args, limits);
    makeFolders(limits.root);
    const { folder } = await launchCrawl(options, freeFolder(limits.root, args.query));
    const name = folder.slice(limits.root.length).replace(/^[/\\]+/, '');
    return `The crawl "${name}" has started: at most ${options.maxPages} pages, ${Math.round(Number(options.maxTime) / minute)} minutes.`;
  },
});

/** Never more than the limits allow; what the person fixed cannot be changed. */
function optionsOf(args: StartArguments, limits: McpLimits): Record<string, unknown> {
  const { query, seeds = [], not = [], examples = [], genre } = args;
  const domains = (args.domains ?? []).filter((host) => isWithin(host, limits.domains));
  if (args.domains !== undefined && args.domains.length > domains.length)
    throw new UsageError('domain-not-allowed', `Allowed are ${limits.domains.join(', ')} and hosts below.`);
  const maxTime = Math.min((args.max_minutes ?? Number.POSITIVE_INFINITY) * minute, limits.maxTime);
  return {
    query,
    ...(seeds.length > 0 && { seed: seeds.map(checkedUrl) }),
    ...(not.length > 0 && { not }),
    ...(examples.length > 0 && { example: examples.map(checkedUrl) }),
    ...(genre !== undefined && { genre: [genre] }),
    ...(args.max_relevant !== undefined && { maxRelevant: args.max_relevant }),
    domains: domains.length > 0 ? domains : limits.domains,
    maxPages: Math.min(args.max_pages ?? usualPages, limits.maxPages),
    maxTime: `${Math.max(1, Math.round(maxTime))}ms`,
    ...limits.fixed,
  };
}

function isWithin(host: string, allowed: readonly string[]): boolean {
  return allowed.length === 0 || allowed.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

/** An example may be a file for people at the command line; here, files stay closed. */
function checkedUrl(url: string): string {
  if (/^https?:\/\//i.test(url)) return url;
  throw new UsageError('bad-url', `${JSON.stringify(url)} is not an http or https URL.`);
}
