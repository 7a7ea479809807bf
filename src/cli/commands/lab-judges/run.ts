import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RawOptions } from '../../../config/layer.js';
import { integer } from '../../../config/scalar-kinds.js';
import { judgeWeb } from '../../../lab/judges/judge-web.js';
import { judgesHtml } from '../../../lab/judges/judges-html.js';
import { judgesOf } from '../../../lab/judges/judges-of.js';
import type { JudgesReport } from '../../../lab/judges/judges-report.js';
import { judgesTable } from '../../../lab/judges/judges-table.js';
import { webFacts } from '../../../lab/lab-report.js';
import { openBench, truthOf } from '../../../lab/open-bench.js';
import { usualSimilarity } from '../../../lab/truth/example-truth.js';
import { freeFolder, makeFolders } from '../../../store/crawl-folder.js';
import { exitCodes } from '../../exit-codes.js';
import { flagValue } from '../../flag-value.js';
import { columns, shellWord } from '../../terminal/format.js';
import { writingTo } from '../../terminal/output-file.js';
import { checkReportFolder, LabProgress, labMade, labSettings, withLaboratory } from '../lab/lab-session.js';

export interface LabJudgesFlags {
  readonly labels?: string;
  readonly topics?: string;
  readonly topic?: readonly string[];
  readonly judges: string;
  readonly baseline: string;
  readonly examples: string;
  readonly out?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** Options of the options table, as they were given. */
  readonly options: RawOptions;
}

/** `osprey lab judges`: every page of a recorded web ranked for every topic by every judge. */
export async function labJudgesCommand(flags: LabJudgesFlags): Promise<number> {
  const settings = labSettings(flags.options);
  const { labels, topics, out: given } = flags;
  const examples = flagValue(integer({ min: 0, max: 100 }), flags.examples, '--examples');
  if (given !== undefined) checkReportFolder(given, 'judges.json');
  const judges = await judgesOf(flags.judges);
  const progress = new LabProgress(flags.json === true || flags.quiet === true);
  const open = () =>
    openBench(
      settings,
      { topics, labels, only: flags.topic, similarity: usualSimilarity, mostTopics: Number.POSITIVE_INFINITY },
      { workers: settings.workers, onProgress: progress.web },
    );
  return withLaboratory(open, async (bench) => {
    const { lab } = bench;
    const judged = await judgeWeb(lab.web, {
      judges: await judges(lab, settings),
      topics: bench.topics,
      truth: truthOf(bench),
      examples,
      baseline: flags.baseline,
      randomSeed: settings.randomSeed,
      onProgress: progress.judges,
    });
    progress.end();
    const report: JudgesReport = { ...judged, made: labMade(progress.seconds, 1), web: webFacts(lab.web) };
    const out = given ?? freeFolder('labs', `${lab.web.name} judges`);
    await writeReport(report, out);
    say(report, out, flags);
    return exitCodes.ok;
  });
}

async function writeReport(report: JudgesReport, out: string): Promise<void> {
  await writingTo(out, () => {
    makeFolders(out);
    writeFileSync(path.join(out, 'judges.html'), judgesHtml(report));
    // Last: a folder that has it holds a whole report.
    writeFileSync(path.join(out, 'judges.json'), `${JSON.stringify(report)}\n`);
  });
}

function say(report: JudgesReport, out: string, { json, quiet }: LabJudgesFlags): void {
  if (json) {
    const { results: _, ...rest } = report;
    process.stdout.write(`${JSON.stringify({ out, ...rest })}\n`);
  } else if (!quiet) {
    const files = ['judges.html', 'judges.json'].map((name) => shellWord(path.join(out, name)));
    process.stdout.write(`${[...summaryLines(report), `Written: ${files.join(', ')}`].join('\n')}\n`);
  }
}

function summaryLines(report: JudgesReport): string[] {
  return (['tuning', 'held out'] as const).flatMap((half) => {
    const { headings, rows } = judgesTable(report, half, false);
    if (rows.length === 0) return [];
    const topics = report.topics.filter((topic) => topic.half === half).length;
    const right = headings.slice(1).map((_, index) => index + 1);
    return [
      `Topics ${half === 'tuning' ? 'of the tuning half' : half}: ${topics}`,
      ...columns([headings, ...rows], right),
      '',
    ];
  });
}
