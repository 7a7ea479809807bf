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
        throw new UsageError(
          'same-crawl',
          'Give two different crawls, or a single one to compare halves of its seeds.',
        );
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
    'Crawls that follow the same links overlap more than by chance, so the true number of pages is likely higher and recall lower.',
    ...(disputed > 0 ? [`The crawls disagree on ${counted(disputed, 'page')}, counted here as relevant.`] : []),
    ...(a === b ? [] : [`The queries differ (“${printable(a)}”, “${printable(b)}”); are they the same topic?`]),
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
    'The halves share one crawl and mostly lead to the same places, so the true number of pages is likely higher and recall lower.',
    ...(recall === null && found > 0
      ? ['The halves are too similar, or one of them found nothing, so recall cannot be estimated.']
      : []),
    'Two crawls from different seeds give a better estimate: osprey lab recall DIR OTHER_DIR.',
  ];
}

function allRows({ all, found, recall }: RecallEstimate, who: string): string[][] {
  const range = Number.isFinite(all.high) ? `${count(all.low)} to ${count(all.high)}` : `${count(all.low)} or more`;
  return [
    ['Estimated total', `${pages(all.estimate)} (${range})`],
    [who, `${pages(found)}, ${recallText(recall)}`],
  ];
}

function notes({ captures, byPerson, found, given }: RecallEstimate): string[] {
  return [
    `Relevance is decided by your labels where there are any (${counted(byPerson, 'page')}), otherwise by the crawl.`,
    ...(given > 0 ? [`Not counted: ${counted(given, 'relevant page')} given to the crawl as seeds or examples.`] : []),
    ...(found === 0 ? ['Nothing was found, so nothing can be estimated.'] : []),
    ...(found > 0 && captures.both < fewInCommon
      ? [`Fewer than ${fewInCommon} pages in common: this is a rough guess.`]
      : []),
    'Ranges are 95 % confidence intervals, assuming independent captures (Chapman 1951).',
  ];
}

function recallText(recall: Interval | null): string {
  return recall === null ? 'recall unknown' : `recall ${withRange(recall)}`;
}

function pages(number: number): string {
  return Number.isInteger(number) ? counted(number, 'page') : `${number.toFixed(1)} pages`;
}
