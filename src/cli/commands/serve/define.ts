import type { Command } from 'commander';
import type { Finish } from '../../finish.js';

/** `osprey serve`. */
export function defineServe(osprey: Command, finish: Finish): void {
  osprey
    .command('serve')
    .description('Open the dashboard: watch, steer, teach and search crawls in the browser.')
    .argument(
      '[dir...]',
      'Crawl folders, folders of crawls, or addresses of crawls in databases. (default: crawls, where new ones can be started too)',
    )
    .option('--port <n>', 'Port to listen on; 0 takes a free one.', '4177')
    .option('--listen <address>', 'Address to listen on; others than this machine need OSPREY_TOKEN.', '127.0.0.1')
    .option('--no-open', 'Do not open the browser.')
    .option('--config <file>', 'YAML file with options for crawls started from the page, such as contact or resolve.')
    .option('--by <name>', 'Name that labels and commands are recorded under. (default: your user name)')
    .option('--json', 'Print the address as JSON.')
    .addHelpText('after', () => examples)
    .action(async (dirs: string[], flags: import('./run.js').ServeFlags) => {
      const { serveCommand } = await import('./run.js');
      finish(await serveCommand(dirs, flags));
    });
}

const examples = `
The address has a secret token in it: whoever has the address can see and steer the crawls. Ctrl-C ends the dashboard;
crawls that were started from it go on.

Examples:
  osprey serve
  osprey serve crawls/jaguar-car --port 8080 --no-open
  OSPREY_TOKEN=… osprey serve --listen 192.168.1.5     # for other machines; use HTTPS in front of it`;
