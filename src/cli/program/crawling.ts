import type { Command } from 'commander';
import { addOptions, flagsOf } from '../../config/flags.js';
import { type OptionKey, optionKeys } from '../../config/options.js';
import { settledKeys, topicKeys } from '../../crawl/settled-keys.js';
import type { Finish } from './finish.js';

const judging: readonly OptionKey[] = [...topicKeys, 'queryLog', 'threshold', 'rawThreshold', 'workers'];

interface RunOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** `osprey crawl`. */
export function addCrawl(osprey: Command, finish: Finish): void {
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
      const { crawlCommand } = await import('../commands/crawl/run.js');
      finish(await crawlCommand({ ...flagsOf(command), ...(query !== undefined && { query }) }, flags.config, flags));
    });
}

/** `osprey resume`. */
export function addResume(osprey: Command, finish: Finish): void {
  const resume = addOptions(
    osprey.command('resume').argument('<dir>', "the crawl's folder"),
    optionKeys.filter((key) => key !== 'query' && !settledKeys.includes(key)),
  );
  // Known all the same: that one cannot be changed is more than that there is none. A strategy file has to be named again.
  withRunFlags(addOptions(resume, settledKeys, { hidden: true }))
    .description('Go on with a crawl: after Ctrl-C, a crash, or with new budgets, more seeds, blocked hosts.')
    .option(
      '--keep-paused',
      'leave a crawl that was paused so, until "osprey control DIR resume"; otherwise it continues',
    )
    .addHelpText('after', '\nBudgets of pages count from the start of the crawl; --max-time counts from now.')
    .action(async (dir: string, flags: RunOptions & { keepPaused?: boolean }, command: Command) => {
      const { resumeCommand } = await import('../commands/resume/run.js');
      finish(await resumeCommand(dir, flagsOf(command), flags));
    });
}

/** `osprey label`. */
export function addLabel(osprey: Command, finish: Finish): void {
  osprey
    .command('label')
    .description(
      'Tell a crawl which of its pages are relevant and which are not, also while it runs: it learns from that.',
    )
    .argument('<dir>', "the crawl's folder")
    .argument('[words...]', 'URLs of visited pages, and yes or no behind those it holds for')
    .option('--from <file>', 'read them from a file: lines of a URL, a tab and yes or no; - is standard input')
    .option('--json', 'as JSON')
    .addHelpText('after', () => labelExamples)
    .action(async (dir: string, words: string[], flags: import('../commands/label/run.js').LabelFlags) => {
      const { labelCommand } = await import('../commands/label/run.js');
      finish(await labelCommand(dir, words, flags));
    });
}

/** `osprey rejudge`. */
export function addRejudge(osprey: Command, finish: Finish): void {
  addOptions(
    osprey.command('rejudge').argument('<dir>', "the crawl's folder").argument('[query]', 'another query'),
    judging,
  )
    .description('Score a crawl again with another query, threshold or examples, without fetching.')
    .option('--json', 'as JSON')
    .option('--quiet', 'say nothing')
    .action(async (dir: string, query: string | undefined, flags: RunOptions, command: Command) => {
      const { rejudgeCommand } = await import('../commands/rejudge/run.js');
      finish(await rejudgeCommand(dir, { ...flagsOf(command), ...(query !== undefined && { query }) }, flags));
    });
}

function withRunFlags(command: Command): Command {
  return command
    .option('--json', 'events as JSON lines on standard output, for scripts')
    .option('--quiet', 'say nothing');
}

const labelExamples = `
Labels are kept in labels.tsv in the crawl's folder, with those of "osprey lab label", which shows pages one by one. What was
said last of a page counts. A running crawl looks for labels every 25 pages, others when they are resumed, and "osprey rejudge"
judges all pages anew by them. They count in "osprey export --relevant" whatever the strategy is.

Examples:
  osprey label crawls/jaguar-car https://example.org/e-type yes
  osprey label crawls/jaguar-car https://example.org/zoo https://example.org/cats no https://example.org/xk120 yes
  osprey label crawls/jaguar-car --from judged.tsv
  osprey export crawls/jaguar-car --format urls | grep /zoo/ | sed 's/$/\\tno/' | osprey label crawls/jaguar-car --from -`;

const crawlExamples = `
Where no start is given, the pages to start from are asked of search engines and other sources: see "osprey seeds --help".

Examples:
  osprey crawl "jaguar car" --genre web,news,discussions,blogs     # seeds of four kinds, and an agent for each
  osprey crawl "sourdough bread" --seed https://example.org/baking --max-pages 1000
  osprey crawl '"machine translation" evaluation' --seeds seeds.txt --domains example.edu --max-relevant 200
  osprey crawl "chemical elements" --seed http://some.host/page.html --web archive.warc.gz
  osprey crawl "databases" --genre course-syllabus --strategy genre --seed https://example.edu/
  osprey crawl --config crawl.yaml --max-time 10m`;
