import { Command } from 'commander';
import { version } from '../version.js';
import { defineCompletion } from './commands/completion/define.js';
import { defineControl } from './commands/control/define.js';
import { defineCopy } from './commands/copy/define.js';
import { defineCrawl } from './commands/crawl/define.js';
import { defineDemo } from './commands/demo/define.js';
import { defineDoctor } from './commands/doctor/define.js';
import { defineExport } from './commands/export/define.js';
import { defineInit } from './commands/init/define.js';
import { defineLab } from './commands/lab/define.js';
import { defineLabel } from './commands/label/define.js';
import { defineList } from './commands/list/define.js';
import { defineMcp } from './commands/mcp/define.js';
import { defineRefresh } from './commands/refresh/define.js';
import { defineRejudge } from './commands/rejudge/define.js';
import { defineReport } from './commands/report/define.js';
import { defineResume } from './commands/resume/define.js';
import { defineSearch } from './commands/search/define.js';
import { defineSeeds } from './commands/seeds/define.js';
import { defineServe } from './commands/serve/define.js';
import { defineStatus } from './commands/status/define.js';
import { defineStrategies } from './commands/strategies/define.js';
import { defineTerms } from './commands/terms/define.js';
import { defineTrain } from './commands/train/define.js';
import { defineWhy } from './commands/why/define.js';
import { defineWorker } from './commands/worker/define.js';
import { exitCodes, exitMeanings } from './exit-codes.js';
import type { Finish } from './finish.js';

/** The commands, in the order of the help. Each loads its code only when it is run. */
const definitions = [
  defineInit,
  defineCrawl,
  defineResume,
  defineWorker,
  defineControl,
  defineRefresh,
  defineSeeds,
  defineDoctor,
  defineList,
  defineStatus,
  defineWhy,
  defineLabel,
  defineRejudge,
  defineReport,
  defineExport,
  defineCopy,
  defineSearch,
  defineServe,
  defineTerms,
  defineTrain,
  defineStrategies,
  defineMcp,
  defineLab,
  defineDemo,
  defineCompletion,
];

export function program(finish: Finish): Command {
  const osprey = new Command('osprey')
    .description('A focused crawler: finds pages about a topic, best links first, and ranks and explains them.')
    .version(version, '-V, --version', 'Show the version.')
    .helpOption('-h, --help', 'Show help.')
    .helpCommand('help [command]', 'Show the help of a command.')
    // Subcommands have options of the same names.
    .enablePositionalOptions()
    .configureHelp({ sortSubcommands: false })
    .configureOutput({ outputError: (text, write) => write(inOurVoice(text, osprey)) })
    .showHelpAfterError('(see osprey --help, or osprey COMMAND --help)')
    .addHelpText('after', () => examples);
  for (const define of definitions) define(osprey, finish);
  return osprey;
}

/** As all other messages begin. An option of another command is not a misspelling of one of this command. */
function inOurVoice(text: string, osprey: Command): string {
  const message = text.replace(/^error: /, 'osprey: ');
  const [, flag] = /^osprey: unknown option '(--[a-z-]+)'/.exec(message) ?? [];
  const owners = osprey.commands.filter(({ options }) => options.some(({ long }) => long === flag));
  if (flag === undefined || owners.length === 0) return message;
  return `osprey: unknown option '${flag}'\n(It is an option of: ${owners.map((command) => command.name()).join(', ')})\n`;
}

const examples = `
Examples:
  osprey demo
  osprey crawl "jaguar car" --not "cat,animal,jungle" --seed https://example.org/cars --max-pages 500
  osprey status crawls/jaguar-car
  osprey report crawls/jaguar-car
  osprey why crawls/jaguar-car https://example.org/cars/e-type
  osprey export crawls/jaguar-car --format csv --relevant --ranked --out jaguars.csv
  osprey search crawls/jaguar-car "gear box"
  osprey refresh crawls/jaguar-car --older-than 7d
  osprey strategies shark-search

Exit codes:
${Object.entries(exitMeanings)
  .map(([name, meaning]) => `  ${String(exitCodes[name as keyof typeof exitCodes]).padEnd(5)}${meaning}`)
  .join('\n')}`;
