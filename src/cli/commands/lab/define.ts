import type { Command } from 'commander';
import { addOptions, flagsOf } from '../../../config/flags.js';
import type { Finish } from '../../finish.js';
import { defineLabJudges } from '../lab-judges/define.js';
import { defineLabLabel } from '../lab-label/define.js';
import { defineLabPapers } from '../lab-papers/define.js';
import { defineLabRecall } from '../lab-recall/define.js';
import { defineLabRecord } from '../lab-record/define.js';

/** Options of a crawl that the lab uses: the web, and what applies to every contender. */
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
  'prefer',
  'exploration',
  'followNofollow',
  'randomSeed',
  'workers',
] as const;

/** `osprey lab` and its subcommands. */
export function defineLab(osprey: Command, finish: Finish): void {
  const lab = addOptions(
    osprey
      .command('lab')
      .description('Compare strategies on a recorded web, judged by labels they do not see.')
      // Its subcommands have options of the same names.
      .enablePositionalOptions()
      .argument('[query]', 'A single topic, by its query; otherwise --topics, or all labels with enough pages.')
      .option('--labels <file>', 'Labels given by people: URL and labels per line (TSV, CSV, JSON lines).')
      .option('--topics <file>', 'Topics: a YAML list with query, relevant labels, seeds and examples.')
      .option('--topic <id...>', 'Use only these topics.')
      .option('--strategies <list>', 'Names or files, "all" or "papers", such as tswt+parents=max+agents=4.', 'all')
      .option('--seeds <kind>', 'Seeds near the topic, far from it (two or more links away), or both.', 'both')
      .option('--budget <n>', 'Pages per crawl.', '300')
      .option('--repeat <n>', "Sets of seeds per topic and kind: the topic's own, then random ones.", '1')
      .option('--baseline <name>', 'The strategy to test others against. (default: best-first, or breadth-first)')
      .option('--truth <kind>', 'What decides relevance: labels, examples (by similarity) or query (its words).')
      .option('--similarity <x>', 'Least cosine with an example for a page to be relevant.', '0.75')
      .option('--split <share>', 'Share of the labelled pages used for training and left out of all scores.', '0.2')
      .option('--give-examples', 'Give every strategy the examples of its topic.')
      .option('--teach <n>', 'Also run learners with a simulated person who labels n visited pages; several as 5,20.')
      .option(
        '--latency <time>',
        'Polite crawls with this median response time, on a virtual clock, beside crawls that never wait; "off": only the latter. (default: polite crawls of 300ms as a second run where the web has five hosts or more)',
      )
      .option('--runs <file>', 'Keep every crawl in this file, and repeat none that it has, whatever build made it.')
      .option('--out <dir>', 'Folder for the report. (default: a new one under labs)')
      .option('--json', 'Print JSON.')
      .option('--quiet', 'Print nothing but errors.'),
    labOptionKeys,
  )
    .addHelpText('after', () => examples)
    .action(async (query: string | undefined, flags: import('./run.js').LabFlags, command: Command) => {
      const { labCommand } = await import('./run.js');
      finish(await labCommand(query, { ...flags, options: flagsOf(command) }));
    });
  defineLabJudges(lab, finish);
  defineLabPapers(lab, finish);
  defineLabRecord(lab, finish);
  defineLabLabel(lab, finish);
  defineLabRecall(lab, finish);
}

const examples = `
Each crawl makes one request at a time and never waits; a polite one follows --prefer, --requests, --requests-per-host and
--delay. --workers sets the number of processes and does not change the results. To continue an interrupted comparison,
run the same command with the same --out.

Examples:
  osprey lab --web web.warc.gz --labels labels.tsv --topics topics.yaml --strategies best-first,shark-search
  osprey lab --web web.warc.gz --labels labels.tsv --topics topics.yaml --strategies papers --repeat 5 --out comparison
  osprey lab "jaguar car" --web web.warc.gz --strategies best-first,tswt,tswt+parents=max
  osprey lab "jaguar car" --web web.warc.gz --latency 300ms --requests 12`;
