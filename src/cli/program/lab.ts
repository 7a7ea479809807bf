import type { Command } from 'commander';
import { addOptions, flagsOf } from '../../config/flags.js';
import type { Finish } from './finish.js';
import { addLabLabel, addLabRecall, addLabRecord } from './lab-crawls.js';
import { addLabPapers } from './lab-papers.js';

/** Options of a crawl that a laboratory heeds: the web, and what holds for every contender. */
const labOptionKeys = [
  'web',
  'language',
  'stem',
  'idf',
  'threshold',
  'set',
  'requests',
  'requestsPerHost',
  'delay',
  'followNofollow',
  'randomSeed',
  'workers',
] as const;

/** `osprey lab` and the commands under it. */
export function addLab(osprey: Command, finish: Finish): void {
  const lab = addOptions(
    osprey
      .command('lab')
      .description('Compare strategies on a recorded web, judged by labels that they do not see.')
      // A command under it has options of its own, under the same names.
      .enablePositionalOptions()
      .argument('[query]', 'one topic, by its query; or --topics, or all labels with enough pages')
      .option('--labels <file>', 'labels by people: lines of a URL and labels (TSV, CSV, JSON lines)')
      .option('--topics <file>', 'what to look for: a YAML list of topics with query, relevant labels, seeds, examples')
      .option('--topic <id...>', 'only these of the topics')
      .option(
        '--strategies <list>',
        'names or files, `all` or `papers`; parameters and agents as in tswt+parents=max+agents=4',
        'all',
      )
      .option('--seeds <kind>', 'near (on the topic), far (two or more links away) or both', 'both')
      .option('--budget <n>', 'pages of a crawl', '300')
      .option('--repeat <n>', "sets of seeds a topic and kind: the topic's own, the others drawn at random", '1')
      .option(
        '--baseline <name>',
        'the strategy that others are tested against (default: best-first, or breadth-first)',
      )
      .option('--truth <kind>', 'who says what is relevant: labels, examples (by similarity) or query (its words)')
      .option('--similarity <x>', 'cosine with an example from which on a page is relevant', '0.75')
      .option(
        '--split <share>',
        'share of the labelled pages that strategies are trained with; it is left out of every score',
        '0.2',
      )
      .option('--give-examples', 'give the examples of its topic to every strategy')
      .option('--latency <time>', 'simulate answers of this median time, with politeness, on a virtual clock')
      .option('--out <dir>', 'folder of the report (default: a new one under labs)')
      .option('--json', 'as JSON')
      .option('--quiet', 'say nothing'),
    labOptionKeys,
  )
    .addHelpText('after', () => labExamples)
    .action(async (query: string | undefined, flags: import('../commands/lab/run.js').LabFlags, command: Command) => {
      const { labCommand } = await import('../commands/lab/run.js');
      finish(await labCommand(query, { ...flags, options: flagsOf(command) }));
    });
  addLabPapers(lab, finish);
  addLabRecord(lab, finish);
  addLabLabel(lab, finish);
  addLabRecall(lab, finish);
}

const labExamples = `
Crawls make one request at a time and never wait; with --latency they are as polite as --requests, --requests-per-host and
--delay say. As many processes crawl as --workers says, whatever their number with the same results. A comparison that was
stopped goes on when its command is given again with the same --out.

Examples:
  osprey lab --web web.warc.gz --labels labels.tsv --topics topics.yaml --strategies best-first,shark-search
  osprey lab --web web.warc.gz --labels labels.tsv --topics topics.yaml --strategies papers --repeat 5 --out comparison
  osprey lab "jaguar car" --web web.warc.gz --strategies best-first,tswt,tswt+parents=max
  osprey lab "jaguar car" --web web.warc.gz --latency 300ms --requests 12`;
