import { Command } from 'commander';
import { version } from '../../version.js';
import { exitCodes, exitMeanings } from '../exit-codes.js';
import { addCrawl, addLabel, addRejudge, addResume } from './crawling.js';
import { addDoctor } from './doctor.js';
import type { Finish } from './finish.js';
import { addLab } from './lab.js';
import { addStrategies, addTerms, addTrain } from './learning.js';
import { addExport, addSearch, addStatus, addWhy } from './reading.js';
import { addRefresh } from './refreshing.js';
import { addSeeds } from './seeding.js';
import { addControl } from './steering.js';

/** The commands, in the order of the help. Each loads its code only when it is run. */
const commands = [
  addCrawl,
  addResume,
  addControl,
  addRefresh,
  addSeeds,
  addDoctor,
  addStatus,
  addWhy,
  addLabel,
  addRejudge,
  addExport,
  addTerms,
  addTrain,
  addStrategies,
  addSearch,
  addLab,
  addDemo,
];

export function program(finish: Finish): Command {
  const osprey = new Command('osprey')
    .description(
      'Finds the pages about a topic: crawls from good seeds, most promising links first, and ranks and explains what it brings back.',
    )
    .version(version)
    // Commands under a command have options of their own, under the same names.
    .enablePositionalOptions()
    .configureHelp({ sortSubcommands: false })
    .configureOutput({ outputError: (text, write) => write(namingOwners(text, osprey)) })
    .showHelpAfterError('(osprey --help, or osprey COMMAND --help, explains)')
    .addHelpText('after', () => examples);
  for (const add of commands) add(osprey, finish);
  return osprey;
}

/** An option that other commands have is no misspelling of one that this command has. */
function namingOwners(text: string, osprey: Command): string {
  const [, flag] = /^error: unknown option '(--[a-z-]+)'/.exec(text) ?? [];
  const owners = osprey.commands.filter(({ options }) => options.some(({ long }) => long === flag));
  if (flag === undefined || owners.length === 0) return text;
  return `error: unknown option '${flag}'\n(It is an option of: ${owners.map((command) => command.name()).join(', ')})\n`;
}

function addDemo(osprey: Command, finish: Finish): void {
  osprey
    .command('demo')
    .description('Watch a focused crawl of a web that comes with Osprey; no network is needed.')
    .option('--topic <name>', 'a topic of the demo web, such as law, military, music or chemistry', 'law')
    .option('--query <words>', "what to look for; the topic's own query when absent")
    .option('--max-pages <n>', 'pages for each of the two crawls', '1000')
    .option('--out <dir>', 'folder of the crawls (default: a new one under crawls)')
    .action(async (flags: import('../commands/demo/run.js').DemoFlags) => {
      const { demoCommand } = await import('../commands/demo/run.js');
      finish(await demoCommand(flags));
    });
}

const examples = `
Examples:
  osprey demo
  osprey crawl "jaguar car" --not "cat,animal,jungle" --seed https://example.org/cars --max-pages 500
  osprey status crawls/jaguar-car
  osprey why crawls/jaguar-car https://example.org/cars/e-type
  osprey export crawls/jaguar-car --format csv --relevant --ranked --out jaguars.csv
  osprey search crawls/jaguar-car "gear box"
  osprey refresh crawls/jaguar-car --older-than 7d
  osprey strategies shark-search

Exit codes:
${Object.entries(exitMeanings)
  .map(([name, meaning]) => `  ${String(exitCodes[name as keyof typeof exitCodes]).padEnd(5)}${meaning}`)
  .join('\n')}`;
