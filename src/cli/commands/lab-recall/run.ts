import { options } from '../../../config/options.js';
import { integer } from '../../../config/scalar-kinds.js';
import { UsageError } from '../../../failure.js';
import { fewInCommon, type RecallEstimate } from '../../../lab/audit/recall-estimate.js';
import { type RecallOfCrawls, recallOfCrawls } from '../../../lab/audit/recall-of-crawls.js';
import { type RecallOfSeedHalves, recallOfSeedHalves } from '../../../lab/audit/recall-of-seed-halves.js';
import type { Interval } from '../../../lab/results.js';
import type { CrawlReader } from '../../../model/crawl-reader.js';
import { openReader } from '../../../store/open-reader.js';
import { exitCodes } from '../../exit-codes.js';
import { flagValue } from '../../flag-value.js';
import { columns, count, counted, printable } from '../../terminal/format.js';
import { withRange } from '../lab-label/audit-lines.js';

export interface LabRecallFlags {
  readonly splits?: string;
  readonly randomSeed?: string;
  readonly json?: boolean;
}

/** `osprey lab recall`: how much of what there is to find was found, estimated by capture and recapture. */
export async function labRecallCommand(
  folder: string,
  other: string | undefined,
  flags: LabRecallFlags,
): Promise<number> {
  const splits = flagValue(integer({ min: 1, max: 10_000 }), flags.splits ?? '20', '--splits');
  const randomSeed = flagValue(options.randomSeed.kind, flags.randomSeed ?? '1', '--random-seed');
  const crawls = [await openReader(folder)];
  try {
    if (other !== undefined) crawls.push(await openReader(other));
    const [first, second] = crawls as [CrawlReader, CrawlReader | undefined];
    if (second === undefined) {
      const estimate = await recallOfSeedHalves(first, { splits, randomSeed });
      print({ method: 'seed-halves', ...estimate }, halvesLines(estimate), flags);
    } else {
      if (second.folder === first.folder)
        throw new UsageError('same-crawl', 'Give two different crawls, or one alone to compare halves of its seeds.');
      const estimate = await recallOfCrawls(first, second);
      print({ method: 'crawls', ...estimate }, crawlsLines(estimate, first, second), flags);
    }
    return exitCodes.ok;
  } finally {
    for (const crawl of crawls) await crawl.close();
  }
}

function print(estimate: object, lines: readonly string[], { json }: LabRecallFlags): void {
  process.stdout.write(`${json ? JSON.stringify(estimate, null, 2) : lines.join('\n')}\n`);
}

function crawlsLines(estimate: RecallOfCrawls, first: CrawlReader, second: CrawlReader): string[] {
  const { captures, each, disputed } = estimate;
  const [a, b] = [first.settings.query ?? '', second.settings.query ?? ''];
  return [
    ...columns([
      ['First crawl', `${pages(captures.first)}, ${recallText(each[0])}`, first.folder],
      ['Second crawl', `${pages(captures.second)}, ${recallText(each[1])}`, second.folder],
      ['Found by both', pages(captures.both)],
      ...allRows(estimate, 'Both together'),
    ]),
    '',
    ...notes(estimate),
    'Crawls that follow the same links find more in common than by chance: there are rather more pages than estimated, and recall is rather lower.',
    ...(disputed > 0
      ? [
          `Only one of the crawls calls ${counted(disputed, 'page')} relevant that both visited; they count as relevant.`,
        ]
      : []),
    ...(a === b ? [] : [`The queries differ (“${printable(a)}”, “${printable(b)}”): is it one topic?`]),
  ];
}

function halvesLines(estimate: RecallOfSeedHalves): string[] {
  const { captures, seeds, splits, depth, found, recall } = estimate;
  const ways = `${counted(seeds, 'seed')} halved in ${counted(splits, 'way')}, links up to ${count(depth)} deep; means`;
  return [
    ...columns([
      ['One half', pages(captures.first), ways],
      ['Other half', pages(captures.second)],
      ['Found by both', pages(captures.both)],
      ...allRows(estimate, 'The crawl'),
    ]),
    '',
    ...notes(estimate),
    'The halves share the pages of one crawl, and mostly lead to the same places: there are rather more pages than estimated, and recall is rather lower.',
    ...(recall === null && found > 0
      ? ['The halves are too much alike, or one of them found nothing: what lies beyond is unknown.']
      : []),
    'Two crawls from different seeds tell more: osprey lab recall DIR OTHER_DIR.',
  ];
}

function allRows({ all, found, recall }: RecallEstimate, who: string): string[][] {
  const range = Number.isFinite(all.high) ? `${count(all.low)} to ${count(all.high)}` : `${count(all.low)} or more`;
  return [
    ['Estimated in all', `${pages(all.estimate)} (${range})`],
    [who, `${pages(found)}, ${recallText(recall)}`],
  ];
}

function notes({ captures, byPerson, found, given }: RecallEstimate): string[] {
  return [
    `Relevant is what people call so (${counted(byPerson, 'page')} here), and for the others what the crawl does.`,
    ...(given > 0 ? [`Left out: ${counted(given, 'relevant page')} that the crawl was given (seeds, examples).`] : []),
    ...(found === 0 ? ['Nothing was found, so nothing can be said.'] : []),
    ...(found > 0 && captures.both < fewInCommon
      ? [`Fewer than ${fewInCommon} pages in common: take this for a guess.`]
      : []),
    'Ranges hold with 95 % confidence, if the captures do not depend on each other (Chapman).',
  ];
}

function recallText(recall: Interval | null): string {
  return recall === null ? 'recall unknown' : `recall ${withRange(recall)}`;
}

function pages(number: number): string {
  return Number.isInteger(number) ? counted(number, 'page') : `${number.toFixed(1)} pages`;
}
