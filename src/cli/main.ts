import { Command } from 'commander';
import { exampleOptionKeys } from '../agent/example-options.js';
import { addOptions, flagsOf } from '../config/flags.js';
import { type OptionKey, optionKeys } from '../config/options.js';
import { Failure, messageOf, UsageError } from '../failure.js';
import { version } from '../version.js';
import { exitCodes, exitMeanings } from './exit-codes.js';

/** What makes pages relevant, besides the query. */
const topicKeys: readonly OptionKey[] = [
  'not',
  'notMinimum',
  'example',
  'genre',
  'genreTerms',
  'contentTerms',
  'urlTerms',
  'model',
  'language',
  'stem',
  'idf',
  'strategy',
  'set',
];
/** What a crawl is about cannot change while it goes on: `rejudge` is there for that. A log of queries may move. */
const fixedOnResume: ReadonlySet<OptionKey> = new Set(['query', ...topicKeys, 'out', 'web', 'randomSeed']);
const judging: readonly OptionKey[] = [...topicKeys, 'queryLog', 'threshold', 'rawThreshold', 'workers'];

function program(finish: (code: number) => void): Command {
  const osprey = new Command('osprey')
    .description(
      'Finds the pages about a topic: crawls from good seeds, most promising links first, and ranks and explains what it brings back.',
    )
    .version(version)
    .configureHelp({ sortSubcommands: false })
    .showHelpAfterError('(osprey --help, or osprey COMMAND --help, explains)')
    .addHelpText('after', () => examples);

  withRunFlags(
    addOptions(
      osprey
        .command('crawl')
        .argument('[query]', 'what the pages should be about; "double quotes" inside keep words together'),
      optionKeys.filter((key) => key !== 'query'),
    ),
  )
    .description('Crawl for a topic.')
    .option('--config <file>', 'read options from a YAML file; flags win over it')
    .addHelpText('after', () => crawlExamples)
    .action(async (query: string | undefined, flags: RunOptions & { config?: string }, command: Command) => {
      const { crawlCommand } = await import('./commands/crawl.js');
      isCrawling = true;
      finish(await crawlCommand({ ...flagsOf(command), ...(query !== undefined && { query }) }, flags.config, flags));
    });

  withRunFlags(
    addOptions(
      osprey.command('resume').argument('<dir>', "the crawl's folder"),
      optionKeys.filter((key) => !fixedOnResume.has(key)),
    ),
  )
    .description('Go on with a crawl: after Ctrl-C, a crash, or with new budgets, more seeds, blocked hosts.')
    .addHelpText('after', '\nBudgets of pages count from the start of the crawl; --max-time counts from now.')
    .action(async (dir: string, flags: RunOptions, command: Command) => {
      const { resumeCommand } = await import('./commands/resume.js');
      isCrawling = true;
      finish(await resumeCommand(dir, flagsOf(command), flags));
    });

  osprey
    .command('status')
    .description('Show where a crawl stands, also while it runs.')
    .argument('<dir>', "the crawl's folder")
    .option('--json', 'as JSON')
    .action(async (dir: string, flags: { json?: boolean }) => {
      const { statusCommand } = await import('./commands/status.js');
      finish(await statusCommand(dir, flags));
    });

  osprey
    .command('why')
    .description('Explain a URL: the path to it, each score with its parts, or the rule that kept it out.')
    .argument('<dir>', "the crawl's folder")
    .argument('<url>', 'a URL, visited or not')
    .option('--json', 'as JSON')
    .action(async (dir: string, url: string, flags: { json?: boolean }) => {
      const { whyCommand } = await import('./commands/why.js');
      finish(await whyCommand(dir, url, flags));
    });

  addOptions(
    osprey.command('rejudge').argument('<dir>', "the crawl's folder").argument('[query]', 'another query'),
    judging,
  )
    .description('Score a crawl again with another query, threshold or examples, without fetching.')
    .option('--json', 'as JSON')
    .option('--quiet', 'say nothing')
    .action(async (dir: string, query: string | undefined, flags: RunOptions, command: Command) => {
      const { rejudgeCommand } = await import('./commands/rejudge.js');
      finish(await rejudgeCommand(dir, { ...flagsOf(command), ...(query !== undefined && { query }) }, flags));
    });

  osprey
    .command('export')
    .description('Write the visited pages in a format people use.')
    .argument('<dir>', "the crawl's folder")
    .requiredOption('--format <name>', 'jsonl, csv, warc, urls or markdown')
    .option('--relevant', 'only relevant pages')
    .option('--min-relevance <x>', 'only pages with at least this relevance, from 0 to 1')
    .option('--ranked', 'the most relevant first, instead of in order of visit')
    .option('--all', 'also visits that are not pages: redirects, refusals, failures')
    .option('--text', 'with the main text of each page (jsonl)')
    .option('--export-noindex', 'also pages that ask not to be indexed')
    .option('--out <file>', 'write to a file instead of standard output; for markdown also a folder, one file a page')
    .action(async (dir: string, flags: import('./commands/export.js').ExportFlags) => {
      const { exportCommand } = await import('./commands/export.js');
      finish(await exportCommand(dir, flags));
    });

  addOptions(
    osprey
      .command('terms')
      .option('--genre <url-or-file...>', 'pages of the genre, whatever they are about')
      .option('--relevant <url-or-file...>', 'pages of the genre that are about the subject')
      .option('-g, --genre-count <n>', 'number of genre terms', '40')
      .option('-c, --content-count <n>', 'number of content terms', '40')
      .option('--out <file>', 'write to a file instead of standard output')
      .option('--json', 'as JSON, with how often each term occurs'),
    exampleOptionKeys,
  )
    .description('Find the terms of a genre and of a subject in example pages, as fields of a config file.')
    .addHelpText('after', () => termsExamples)
    .action(async (flags: import('./commands/terms.js').TermsFlags) => {
      const { termsCommand } = await import('./commands/terms.js');
      finish(await termsCommand(flags));
    });

  addOptions(
    osprey
      .command('train')
      .description(
        'Learn from pages with labels what a strategy has to know; tells how well it does on pages it has not seen.',
      )
      .requiredOption('--for <strategy>', 'the strategy that will use the model')
      .option('--relevant <url-or-file...>', 'pages that are wanted: URLs, files or folders of files')
      .option('--other <url-or-file...>', 'pages that are not wanted')
      .option('--labels <file>', 'a list of URLs with labels (TSV, CSV, JSON lines); pages come from --web or --crawl')
      .option('--visits <file>', 'a recorded sequence of visits (url, label, order); pages come from --web or --crawl')
      .option('--taxonomy <dir>', 'a folder with a folder of HTML or text files for each class')
      .option('--crawl <dir>', 'a finished crawl: its judgements, or the pages for --labels and --visits')
      .option('--target <labels>', 'the labels or classes that are wanted, separated by commas (default: relevant)')
      .option('--folds <n>', 'parts of the cross-validation', '5')
      .option('--out <file>', 'where the model goes (default: STRATEGY.model.json)')
      .option('--json', 'as JSON')
      .option('--quiet', 'say nothing'),
    [...exampleOptionKeys, 'set', 'workers', 'randomSeed'],
  )
    .addHelpText('after', () => trainExamples)
    .action(async (flags: Omit<import('./commands/train.js').TrainFlags, 'options'>, command: Command) => {
      const { trainCommand } = await import('./commands/train.js');
      finish(await trainCommand({ ...flags, options: flagsOf(command) }));
    });

  osprey
    .command('strategies')
    .description('List all strategies, or show one with its parameters.')
    .argument('[name]', "a strategy's name, or the file of your own")
    .option('--json', 'as JSON')
    .action(async (name: string | undefined, flags: { json?: boolean }) => {
      const { strategiesCommand } = await import('./commands/strategies.js');
      finish(await strategiesCommand(name, flags));
    });

  osprey
    .command('search')
    .description('Search the pages of a crawl, also while it runs.')
    .argument('<dir>', "the crawl's folder")
    .argument('<query>', 'words; "double quotes" keep words together, a minus before a word leaves its pages out')
    .option('--limit <n>', 'how many pages to show', '10')
    .option('--relevant', 'only relevant pages')
    .option('--min-relevance <x>', 'only pages with at least this relevance, from 0 to 1')
    .option('--export-noindex', 'also pages that ask not to be indexed')
    .option('--json', 'as JSON lines')
    .option('--no-log', 'do not note the query in queries.jsonl, which the strategy query-log reads')
    .addHelpText('after', () => searchExamples)
    .action(async (dir: string, query: string, flags: import('./commands/search.js').SearchFlags) => {
      const { searchCommand } = await import('./commands/search.js');
      finish(await searchCommand(dir, query, flags));
    });

  osprey
    .command('demo')
    .description('Watch a focused crawl of a web that comes with Osprey; no network is needed.')
    .option('--topic <name>', 'a topic of the demo web, such as law, military, music or chemistry', 'law')
    .option('--query <words>', "what to look for; the topic's own query when absent")
    .option('--max-pages <n>', 'pages for each of the two crawls', '1000')
    .option('--out <dir>', 'folder of the crawls (default: a new one under crawls)')
    .action(async (flags: import('./commands/demo.js').DemoFlags) => {
      const { demoCommand } = await import('./commands/demo.js');
      finish(await demoCommand(flags));
    });
  return osprey;
}

interface RunOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

function withRunFlags(command: Command): Command {
  return command
    .option('--json', 'events as JSON lines on standard output, for scripts')
    .option('--quiet', 'say nothing');
}

const examples = `
Examples:
  osprey demo
  osprey crawl "jaguar car" --not "cat,animal,jungle" --seed https://example.org/cars --max-pages 500
  osprey status crawls/jaguar-car
  osprey why crawls/jaguar-car https://example.org/cars/e-type
  osprey export crawls/jaguar-car --format csv --relevant --ranked --out jaguars.csv
  osprey search crawls/jaguar-car "gear box"
  osprey strategies shark-search

Exit codes:
${Object.entries(exitMeanings)
  .map(([name, meaning]) => `  ${String(exitCodes[name as keyof typeof exitCodes]).padEnd(5)}${meaning}`)
  .join('\n')}`;

const termsExamples = `
Examples:
  osprey terms --genre syllabus1.html syllabus2.html --relevant https://example.edu/databases/syllabus.html > crawl.yaml
  osprey crawl --config crawl.yaml --strategy genre --seed https://example.edu/`;

const trainExamples = `
Examples:
  osprey train --for svm --relevant good/ --other bad/
  osprey train --for naive-bayes --taxonomy subjects/ --target music
  osprey train --for hmm --crawl crawls/jaguar-car
  osprey train --for multi-level --labels labels.tsv --web archive.warc.gz --target Science.Biology
  osprey crawl --strategy svm --model svm.model.json --seed https://example.org/`;

const searchExamples = `
Examples:
  osprey search crawls/jaguar-car '"e-type" engine -toy'
  osprey search crawls/jaguar-car -- '-toy car'        # a query that begins with a minus
  osprey search crawls/jaguar-car engine --relevant --json`;

const crawlExamples = `
Examples:
  osprey crawl "sourdough bread" --seed https://example.org/baking --max-pages 1000
  osprey crawl '"machine translation" evaluation' --seeds seeds.txt --domains example.edu --max-relevant 200
  osprey crawl "chemical elements" --seed http://some.host/page.html --web archive.warc.gz
  osprey crawl "databases" --genre course-syllabus --strategy genre --seed https://example.edu/
  osprey crawl --config crawl.yaml --max-time 10m`;

/** Runs the command line and returns its exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  let code: number = exitCodes.ok;
  const osprey = program((result) => {
    code = result;
  });
  osprey.exitOverride();
  for (const command of osprey.commands) command.exitOverride();
  try {
    await osprey.parseAsync(argv as string[]);
    return code;
  } catch (thrown) {
    return failed(thrown);
  }
}

/** What the machine says when it can take no more; the crawl is fine, and goes on once there is room again. */
const outOfRoom = /^(ENOSPC|EDQUOT|EFBIG|EIO|EROFS|EMFILE|ENFILE|ENOMEM)$/;
const databaseOutOfRoom = /disk is full|disk I\/O error|readonly database/;

/** Whether what is under way keeps its work in a folder. */
let isCrawling = false;

function failed(thrown: unknown): number {
  const { code, exitCode } = thrown as { code?: string; exitCode?: number };
  if (typeof code === 'string' && code.startsWith('commander.')) return exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (thrown instanceof UsageError) {
    process.stderr.write(`osprey: ${thrown.message}\n`);
    return exitCodes.usage;
  }
  if (thrown instanceof Failure) {
    const next = isCrawling ? ' The crawl is saved; mend this and resume it.' : '';
    process.stderr.write(`osprey: ${thrown.message} (${thrown.code})${next}\n`);
    return exitCodes.fatal;
  }
  if (outOfRoom.test(code ?? '') || (code === 'ERR_SQLITE_ERROR' && databaseOutOfRoom.test(messageOf(thrown)))) {
    const next = isCrawling ? 'The crawl is saved; make room and resume it.' : 'Make room and try again.';
    process.stderr.write(`osprey: The disk took no more (${messageOf(thrown)}). ${next}\n`);
    return exitCodes.fatal;
  }
  process.stderr.write(
    `osprey: an unexpected fault, please report it: ${thrown instanceof Error ? thrown.stack : messageOf(thrown)}\n`,
  );
  return exitCodes.bug;
}

// The reader (head, less) has seen enough: no fault of anybody's.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
// Work that nobody waits for, such as a timer of the store, can find the disk full too.
process.on('uncaughtException', (thrown) => process.exit(failed(thrown)));
process.exitCode = await main(process.argv);
