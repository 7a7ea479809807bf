import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RawOptions } from '../../../config/layer.js';
import type { Settings } from '../../../config/options.js';
import { choice, duration, integer, ratio, switchable } from '../../../config/scalar-kinds.js';
import { compare } from '../../../lab/compare.js';
import { baselineOf, contendersOf } from '../../../lab/contenders.js';
import { labReport, type ReportedPlan } from '../../../lab/lab-report.js';
import { type Bench, openBench, truthOf } from '../../../lab/open-bench.js';
import { reportHtml } from '../../../lab/report/report-html.js';
import { resultsCsv } from '../../../lab/report/results-csv.js';
import { resultsJson } from '../../../lab/report/results-json.js';
import type { LabReport } from '../../../lab/results.js';
import type { RunJournal } from '../../../lab/runs/run-journal.js';
import { taughtContenders } from '../../../lab/taught-contenders.js';
import { seedKinds } from '../../../lab/topics/lab-topic.js';
import { truthKinds } from '../../../lab/truth/truth.js';
import { webName } from '../../../lab/web/read-web.js';
import { freeFolder, makeFolders } from '../../../store/crawl-folder.js';
import { isStrategyFile } from '../../../strategy/strategy-file.js';
import { exitCodes } from '../../exit-codes.js';
import { flagValue } from '../../flag-value.js';
import { shellWord } from '../../terminal/format.js';
import { writingTo } from '../../terminal/output-file.js';
import { terminalWidth } from '../crawl/crawl-summary.js';
import {
  checkReportFolder,
  crawlOptions,
  LabProgress,
  labMade,
  labSettings,
  openJournal,
  splitShare,
  withJournal,
  withLaboratory,
} from './lab-session.js';
import { terminalSummary } from './lab-summary.js';

export interface LabFlags {
  readonly labels?: string;
  readonly topics?: string;
  readonly topic?: readonly string[];
  readonly strategies: string;
  readonly seeds: string;
  readonly budget: string;
  readonly repeat: string;
  readonly baseline?: string;
  readonly truth?: string;
  readonly similarity: string;
  readonly split: string;
  readonly giveExamples?: boolean;
  readonly latency?: string;
  readonly teach?: string;
  readonly runs?: string;
  readonly out?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** Options of the options table, as they were given. */
  readonly options: RawOptions;
}

/** Spread of answer times around their median, as a standard deviation of the logarithm: most between a third and three times. */
const latencySpread = 0.5;

/** Median answer time of a polite crawl, unless told otherwise (ms). */
const usualLatency = 300;
/** Hosts from which on it matters which of them are waited for. */
const manyHosts = 5;

/** `osprey lab`: strategies on a recorded web, judged by a truth that they do not see. */
export async function labCommand(query: string | undefined, flags: LabFlags): Promise<number> {
  const settings = labSettings(flags.options);
  const choices = choicesOf(flags, settings);
  const { labels, topics } = flags;
  const out = flags.out ?? freeFolder('labs', webName(settings.web));
  checkReportFolder(out, 'results.json');
  // What does not exist should not be found out after a large web was read.
  const contenders = await contendersOf(flags.strategies, [], settings.set);
  baselineOf(flags.baseline, contenders);
  const files = contenders.map(({ strategy }) => strategy).filter(isStrategyFile);
  const progress = new LabProgress(flags.json === true || flags.quiet === true);
  const { workers } = settings;
  const { similarity, truth, split } = choices;
  const open = () =>
    openBench(
      settings,
      { topics, query, labels, similarity, only: flags.topic, truth },
      { workers, onProgress: progress.web, strategies: files },
    );
  const work = async (bench: Bench) => {
    const plan = await planOf(bench, flags, choices, settings.set);
    const journal = await openJournal(out, {
      sources: [labels, topics, ...files],
      settings,
      split,
      runs: flags.runs,
      lab: bench.lab,
    });
    const report = await withJournal(journal, out, () => reportOn(bench, plan, journal, out, progress));
    say(report, out, flags);
    return exitCodes.ok;
  };
  return withLaboratory(open, work, () => progress.stopped(out));
}

async function reportOn(
  { lab }: Bench,
  plan: ReportedPlan,
  journal: RunJournal,
  out: string,
  progress: LabProgress,
): Promise<LabReport> {
  lab.remember(journal);
  progress.continuing(out, journal.size);
  const compared = await compare(lab, plan, progress.runs);
  progress.end();
  const report = labReport(lab.web, plan, compared, labMade(progress.seconds, lab.workers));
  await writeReport(report, out);
  return report;
}

/** What was given in flags of the command's own. */
function choicesOf(flags: LabFlags, settings: Settings) {
  const { randomSeed } = settings;
  const seeds = flagValue(choice('near', 'far', 'both'), flags.seeds, '--seeds');
  const latency: number | 'auto' | 'off' =
    flags.latency === undefined ? 'auto' : flagValue(switchable(duration({ min: 1 })), flags.latency, '--latency');
  return {
    seeds: seeds === 'both' ? seedKinds : [seeds],
    budget: flagValue(integer({ min: 1, max: 1_000_000 }), flags.budget, '--budget'),
    draws: flagValue(integer({ min: 1, max: 1000 }), flags.repeat, '--repeat'),
    similarity: flagValue(ratio(), flags.similarity, '--similarity'),
    split: flagValue(splitShare, flags.split, '--split'),
    ...(flags.truth !== undefined && {
      truth: flagValue(choice(...truthKinds), flags.truth, '--truth'),
    }),
    randomSeed,
    crawl: crawlOptions(settings, flags.options),
    latency,
    delay: settings.delay,
    answers: answersOf(flags.teach),
  };
}

async function planOf(
  bench: Bench,
  flags: LabFlags,
  { truth, latency, delay, answers, ...choices }: ReturnType<typeof choicesOf>,
  set: Settings['set'],
): Promise<ReportedPlan> {
  const { topics } = bench;
  const named = await contendersOf(flags.strategies, topics, set);
  const contenders = await taughtContenders(named, answers);
  const hosts = new Set(bench.lab.web.hosts).size;
  return {
    ...choices,
    ...mannersOf(latency, hosts, choices.randomSeed),
    spanMs: choices.budget * delay,
    contenders,
    topics,
    truth: truthOf(bench, truth),
    giveExamples: flags.giveExamples === true,
    baseline: baselineOf(flags.baseline, contenders),
  };
}

/**
 * What is asked for comes first, with or without politeness, and the other beside it. Unless told otherwise, crawls do not wait, and
 * are done once more politely where there are hosts enough to wait for.
 */
function mannersOf(
  given: number | 'auto' | 'off',
  hosts: number,
  seed: number,
): Pick<ReportedPlan, 'latency' | 'besides'> {
  if (given === 'off' || (given === 'auto' && hosts < manyHosts)) return {};
  const latency = { medianMs: given === 'auto' ? usualLatency : given, spread: latencySpread, seed };
  return given === 'auto' ? { besides: { latency } } : { latency, besides: {} };
}

async function writeReport(report: LabReport, out: string): Promise<void> {
  await writingTo(out, () => {
    makeFolders(out);
    writeFileSync(path.join(out, 'results.csv'), resultsCsv(report));
    if (report.besides.length > 0) writeFileSync(path.join(out, 'besides.csv'), resultsCsv({ runs: report.besides }));
    writeFileSync(path.join(out, 'report.html'), reportHtml(report));
    // Last: a folder that has it holds a whole report, and is not written to again.
    writeFileSync(path.join(out, 'results.json'), resultsJson(report));
  });
}

function say(report: LabReport, out: string, { json, quiet }: LabFlags): void {
  if (json) {
    const { runs: _, besides: __, ...rest } = report;
    process.stdout.write(`${JSON.stringify({ out, ...rest })}\n`);
  } else if (!quiet) {
    const files = ['report.html', 'results.json', 'results.csv'].map((name) => shellWord(path.join(out, name)));
    process.stdout.write(
      `${[...terminalSummary(report, terminalWidth()), '', `Wrote ${files.join(', ')}`].join('\n')}\n`,
    );
  }
}

const answerCount = integer({ min: 1, max: 1000 });

/** Numbers of answers of a simulated person, such as 5,20. */
function answersOf(given: string | undefined): readonly number[] {
  return given === undefined ? [] : given.split(',').map((count) => flagValue(answerCount, count.trim(), '--teach'));
}
