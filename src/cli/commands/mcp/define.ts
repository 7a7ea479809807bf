import type { Command } from 'commander';
import type { Finish } from '../../finish.js';

/** `osprey mcp`. */
export function defineMcp(osprey: Command, finish: Finish): void {
  osprey
    .command('mcp')
    .description('Serve crawls to AI assistants by the Model Context Protocol, on standard input and output.')
    .option('--dir <dir>', 'The folder that holds crawl folders; nothing else is read or written.', 'crawls')
    .option('--read-only', 'Only let assistants read and search: no starting, stopping or labelling.')
    .option('--max-pages <n>', 'Most pages of a crawl that an assistant starts.', '1000')
    .option('--max-time <time>', 'Longest time of such a crawl.', '30m')
    .option('--max-crawls <n>', 'Crawls that may run at the same time.', '2')
    .option('--domains <hosts>', 'Such crawls stay on these hosts and their subdomains, separated by commas.')
    .option('--contact <address>', 'Your e-mail address or URL, sent to the sites that are crawled.')
    .option('--allow-private', 'Let such crawls visit private and loopback addresses.')
    .option('--resolve <host=address...>', 'Connect to this address for a host; * is every other host.')
    .option('--delay <time>', 'Time between two requests to one host.')
    .addHelpText('after', () => examples)
    .action(async (flags: import('./run.js').McpFlags) => {
      const { mcpCommand } = await import('./run.js');
      finish(await mcpCommand(flags));
    });
}

const examples = `
An assistant gets eight tools: start_crawl, list_crawls, crawl_status, search_pages, read_page, label, why and stop. It cannot
exceed these limits. Text of web pages is marked as untrusted. See docs/mcp.md.

Entry in the settings of an assistant:
  { "mcpServers": { "osprey": { "command": "osprey", "args": ["mcp", "--dir", "/home/me/crawls", "--contact", "me@example.org"] } } }`;
