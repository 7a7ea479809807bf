import { options } from '../../../config/options.js';
import { choice, integer } from '../../../config/scalar-kinds.js';
import { UsageError } from '../../../failure.js';
import { auditOf } from '../../../lab/audit/audit.js';
import { type AuditPage, auditPages, isOfKind, type SampleKind, sampleKinds } from '../../../lab/audit/audit-pages.js';
import { Judging } from '../../../lab/audit/judging.js';
import { LabelFile, type PersonLabel } from '../../../labels/label-file.js';
import { lockLabels } from '../../../labels/label-lock.js';
import type { CrawlReader } from '../../../model/crawl-reader.js';
import { crawlLocation } from '../../../store/crawl-location.js';
import { openReader } from '../../../store/open-reader.js';
import { exitCodes } from '../../exit-codes.js';
import { flagValue } from '../../flag-value.js';
import { count, counted, printable, shellWord } from '../../terminal/format.js';
import { interrupt, pressedKeys } from '../../terminal/key-input.js';
import { marksFor } from '../../terminal/terminal-text.js';
import { auditLines } from './audit-lines.js';
import { PageCard } from './page-card.js';

export interface LabLabelFlags {
  readonly sample?: string;
  readonly from?: string;
  readonly randomSeed?: string;
  readonly report?: boolean;
  readonly json?: boolean;
}

/** `osprey lab label`: a person judges a random sample of a crawl's pages; reports the audited harvest. */
export async function labLabelCommand(folder: string, flags: LabLabelFlags): Promise<number> {
  const size = flagValue(integer({ min: 1 }), flags.sample ?? '50', '--sample');
  const from = flagValue(choice(...sampleKinds), flags.from ?? 'relevant', '--from');
  if (crawlLocation(folder).kind === 'postgres' && !flags.report)
    throw new UsageError(
      'label-in-folder',
      'Samples are judged in a folder: copy the crawl to one (osprey copy), or judge single pages with osprey label.',
    );
  const crawl = await openReader(folder);
  let unlock = () => {};
  try {
    if (!flags.report) unlock = lockLabels(crawl.folder);
    const labels = LabelFile.read(crawl.folder);
    const randomSeed = seedFor(labels, flags.randomSeed);
    const all = await auditPages(crawl.records, randomSeed);
    const sample = all.pages.filter((page) => isOfKind(page, from)).slice(0, size);
    let interrupted = false;
    if (!flags.report) {
      if (sample.length === 0) throw nothingToJudge(folder, from, all.pages.length);
      const judging = new Judging(sample, labels, randomSeed);
      interrupted = (await judged(crawl, sample, judging)) === 'interrupted';
      if (from === 'all' && judging.current === undefined) labels.setDrawnOfAll(sample.length, randomSeed);
    }
    const audit = auditOf(all, labels.judgements, labels.drawnOfAll);
    const drawn = flags.report ? { randomSeed } : { from, size, randomSeed };
    const report = { folder, sample: drawn, ...audit };
    const shown = flags.json ? JSON.stringify(report, null, 2) : auditLines(audit, shellWord(folder)).join('\n');
    process.stdout.write(`${shown}\n`);
    return interrupted ? exitCodes.interrupted : exitCodes.ok;
  } finally {
    unlock();
    await crawl.close();
  }
}

/** Pages are drawn in one order for good: a sample of two orders would be none. */
function seedFor({ randomSeed: drawn, file }: LabelFile, given: string | undefined): number {
  const wanted = given === undefined ? undefined : flagValue(options.randomSeed.kind, given, '--random-seed');
  if (drawn !== undefined && wanted !== undefined && wanted !== drawn) {
    throw new UsageError(
      'other-sample',
      `The pages of ${file} were drawn with --random-seed ${drawn}; omit the option, or move the file away to start over.`,
      { drawn, wanted },
    );
  }
  return drawn ?? wanted ?? 1;
}

const labelOfKey: Readonly<Record<string, PersonLabel>> = { y: 'relevant', n: 'other', '?': 'unsure' };
const firstCharacters = 600;
const keyHelp = 'y relevant   n not relevant   ? not sure   o more text   b back   q quit';

/** Everything for the person goes to standard error: what comes out of the command is the report. */
function tell(...lines: readonly string[]): void {
  process.stderr.write(`${lines.join('\n')}\n`);
}

async function judged(
  crawl: CrawlReader,
  sample: readonly AuditPage[],
  judging: Judging,
): Promise<'done' | 'interrupted'> {
  if (judging.current === undefined) {
    tell(`All ${counted(sample.length, 'page')} of this sample are judged; use --sample for more.`, '');
    return 'done';
  }
  const card = new PageCard(crawl.bodies, crawl.settings, marksFor(process.stderr), width());
  let characters = firstCharacters;
  const show = async () => {
    const { current, place, said } = judging;
    const before = said === undefined ? '' : `, judged before: ${said}`;
    if (current === undefined) return;
    const heading = `── ${place} of ${count(sample.length)}${before} ──`;
    tell('', heading, ...(await card.lines(current.row, characters)), '', `About ${topicOf(crawl)}?   ${keyHelp}`);
  };
  await show();
  for await (const key of pressedKeys()) {
    if (key === interrupt) return 'interrupted';
    if (key === 'q') break;
    const label = labelOfKey[key];
    if (label !== undefined) judging.judge(label, new Date());
    else if (key === 'b' && !judging.back()) tell('This is the first page.');
    else if (key !== 'b' && key !== 'o') {
      tell(`Press one of these: ${keyHelp}`);
      continue;
    }
    if (judging.current === undefined) break;
    characters = key === 'o' ? 5 * characters : firstCharacters;
    await show();
  }
  tell('');
  return 'done';
}

function topicOf({ settings: { query, not, example } }: CrawlReader): string {
  const wanted = query ?? (example.length > 0 ? example.join(', ') : "the crawl's topic");
  return printable(`“${wanted}”${not.length > 0 ? `, not ${not.join(', ')}` : ''}`, 300);
}

function width(): number {
  return Math.min(100, process.stderr.isTTY ? (process.stderr.columns ?? 80) : 80);
}

function nothingToJudge(folder: string, from: SampleKind, pages: number): UsageError {
  const message =
    pages === 0
      ? `The crawl in ${folder} has no page to judge.`
      : `The crawl in ${folder} judged ${from === 'relevant' ? 'no page' : 'every page'} relevant; use --from all.`;
  return new UsageError('nothing-to-judge', message, { folder, from });
}
