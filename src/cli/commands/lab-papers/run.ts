import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RawOptions } from '../../../config/layer.js';
import { integer } from '../../../config/scalar-kinds.js';
import { compare } from '../../../lab/compare.js';
import { webFacts } from '../../../lab/lab-report.js';
import { type Bench, openBench } from '../../../lab/open-bench.js';
import { papersHtml } from '../../../lab/papers/report/papers-html.js';
import { papersMarkdown } from '../../../lab/papers/report/papers-markdown.js';
import type { PapersReport } from '../../../lab/papers/report/papers-report.js';
import { chosenExperiments, type PapersOptions, runPapers } from '../../../lab/papers/run-papers.js';
import type { RunJournal } from '../../../lab/runs/run-journal.js';
import { usualSimilarity } from '../../../lab/truth/example-truth.js';
import { webName } from '../../../lab/web/read-web.js';
import { freeFolder, makeFolders } from '../../../store/crawl-folder.js';
import { exitCodes } from '../../exit-codes.js';
import { flagValue } from '../../flag-value.js';
import { columns, shellWord } from '../../terminal/format.js';
import { writingTo } from '../../terminal/output-file.js';
import { wrapped } from '../../terminal/terminal-text.js';
import { terminalWidth } from '../crawl/crawl-summary.js';
import {
  checkReportFolder,
  LabProgress,
  labMade,
  labSettings,
  openJournal,
  splitShare,
  withJournal,
  withLaboratory,
} from '../lab/lab-session.js';

export interface LabPapersFlags {
  readonly labels?: string;
  readonly topics?: string;
  readonly budget?: string;
  readonly repeat?: string;
  readonly mostTopics: string;
  readonly split: string;
  readonly runs?: string;
  readonly out?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** Options of the options table, as they were given. */
  readonly options: RawOptions;
}

/** `osprey lab papers`: the papers' experiments on a recorded web. */
export async function labPapersCommand(names: readonly string[], flags: LabPapersFlags): Promise<number> {
  const settings = labSettings(flags.options);
  const experiments = chosenExperiments(names);
  const { labels, topics } = flags;
  const out = flags.out ?? freeFolder('labs', `${webName(settings.web)} papers`);
  checkReportFolder(out, 'papers.html');
  const progress = new LabProgress(flags.json === true || flags.quiet === true);
  const options: PapersOptions = {
    randomSeed: settings.randomSeed,
    experiments,
    budget: whole(flags.budget, '--budget'),
    draws: whole(flags.repeat, '--repeat'),
    mostTopics: whole(flags.mostTopics, '--most-topics')!,
    split: flagValue(splitShare, flags.split, '--split'),
    onProgress: (done, total, next) => progress.experiment(done, total, next),
  };
  const { workers } = settings;
  const open = () =>
    openBench(settings, { topics, labels, similarity: usualSimilarity }, { workers, onProgress: progress.web });
  const work = async (bench: Bench) => {
    const journal = await openJournal(out, {
      sources: [labels, topics],
      settings,
      split: options.split,
      runs: flags.runs,
      lab: bench.lab,
    });
    const report = await withJournal(journal, out, () => reportOn(bench, options, journal, out, progress));
    say(report, out, flags);
    return exitCodes.ok;
  };
  return withLaboratory(open, work, () => progress.stopped(out));
}

async function reportOn(
  bench: Bench,
  options: PapersOptions,
  journal: RunJournal,
  out: string,
  progress: LabProgress,
): Promise<PapersReport> {
  const { lab } = bench;
  lab.remember(journal);
  progress.continuing(out, journal.size);
  const done = await runOn(bench, options, progress);
  progress.end();
  const report: PapersReport = { ...done, made: labMade(progress.seconds, lab.workers), web: webFacts(lab.web) };
  await writeReport(report, out);
  return report;
}

function runOn({ lab, topics, truths }: Bench, options: PapersOptions, progress: LabProgress) {
  const { web, folder, similarities } = lab;
  return runPapers(
    (plan) => compare(lab, plan, progress.runs),
    { web, topics, truths, similarities, folder, textsOf: (urls) => lab.textsOf(urls) },
    options,
  );
}

function whole(given: string | undefined, flag: string): number | undefined {
  return given === undefined ? undefined : flagValue(integer({ min: 1, max: 1_000_000 }), given, flag);
}

async function writeReport(report: PapersReport, out: string): Promise<void> {
  await writingTo(out, () => {
    makeFolders(out);
    for (const [name, text] of papersMarkdown(report)) writeFileSync(path.join(out, name), text);
    // Last: a folder that has it holds a whole report, and is not written to again.
    writeFileSync(path.join(out, 'papers.html'), papersHtml(report));
  });
}

function say(report: PapersReport, out: string, { json, quiet }: LabPapersFlags): void {
  if (json) process.stdout.write(`${JSON.stringify({ out, ...report })}\n`);
  else if (!quiet) process.stdout.write(`${summaryLines(report, out).join('\n')}\n`);
}

/** One line a claim, and why below those that did not hold. */
function summaryLines({ experiments }: PapersReport, out: string): string[] {
  const width = terminalWidth();
  const heads = columns(experiments.map(({ id, place, verdict }) => [verdict, id, place]));
  return [
    ...experiments.flatMap(({ claim, why }, index) => [
      heads[index]!,
      ...indented(claim, width),
      ...indented(`→ ${why}`, width),
    ]),
    '',
    `Wrote ${shellWord(path.join(out, 'papers.html'))}, ${shellWord(path.join(out, 'README.md'))} and its plots`,
  ];
}

function indented(words: string, width: number): string[] {
  return wrapped(words, width - 4).map((line) => `    ${line}`);
}
