import type { Settings } from '../../../config/options.js';
import type { Tally } from '../../../crawl/progress/tally.js';
import { count, counted, twoDigits } from '../../terminal/format.js';

/** Pages after which a crawl that found nearly nothing says so, and the share of them that is nearly nothing. */
const pagesUntilDoubt = 50;
const nearlyNothing = 0.02;

/** Whether the query alone cannot tell which pages are meant: hardly any reach the threshold. */
export function cannotTell({ documents, relevant }: Pick<Tally, 'documents' | 'relevant'>): boolean {
  return documents > 0 && (relevant === 0 || (documents >= pagesUntilDoubt && relevant < nearlyNothing * documents));
}

/** Said once, while the crawl runs, as soon as it shows. */
export function doubtNote(tally: Pick<Tally, 'documents' | 'relevant'>, settings: Settings): string | undefined {
  if (tally.documents < pagesUntilDoubt || !cannotTell(tally)) return undefined;
  return `${count(tally.relevant)} of ${counted(tally.documents, 'page')} so far reach the threshold of ${thresholdOf(settings)}: the query alone may not tell what is meant.`;
}

/** What helps, at the end. `best`: the URL of the best page. */
export function helpLines(
  tally: Tally,
  settings: Settings,
  best: { url: string; relevance: number } | undefined,
): string[] {
  if (!cannotTell(tally) || best === undefined) return [];
  const lower = Math.max(0.01, Math.floor(best.relevance * 80) / 100);
  const { rawThreshold } = settings;
  return [
    `Hardly any page reaches the threshold of ${thresholdOf(settings)}; the best pages are listed all the same. What helps:`,
    `  --example ${best.url}   (or another listed page that is what you mean)`,
    ...(rawThreshold === undefined && lower < settings.threshold ? [`  --threshold ${twoDigits(lower)}`] : []),
    '  other words: those that the pages you want would use',
  ];
}

function thresholdOf({ threshold, rawThreshold }: Settings): number {
  return rawThreshold ?? threshold;
}
