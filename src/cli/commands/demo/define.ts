import type { Command } from 'commander';
import type { Finish } from '../../finish.js';

/** `osprey demo`. */
export function defineDemo(osprey: Command, finish: Finish): void {
  osprey
    .command('demo')
    .description('Watch a focused crawl of a web that comes with Osprey; needs no network.')
    .option('--topic <name>', 'A topic of the demo web, such as law, military, music or chemistry.', 'law')
    .option('--query <words>', "What to look for. (default: the topic's own query)")
    .option('--max-pages <n>', 'Pages for each of the two crawls.', '1000')
    .option('--serve', 'Show the crawls in the dashboard from their first page on; Ctrl-C ends that.')
    .option('--out <dir>', 'Folder for the crawls. (default: a new one under crawls)')
    .action(async (flags: import('./run.js').DemoFlags) => {
      const { demoCommand } = await import('./run.js');
      finish(await demoCommand(flags));
    });
}
