import type { Settings } from '../../../config/options.js';
import type { Tally } from '../../../crawl/progress/tally.js';
import { rankedName } from '../../../store/crawl-folder.js';
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
  return `${count(tally.relevant)} of ${counted(tally.documents, 'page')} so far ${tally.relevant === 1 ? 'reaches' : 'reach'} the threshold of ${thresholdOf(settings)}: the query alone may not tell what is meant.`;
}

/** A page below this has next to nothing of what was asked for: neither an example nor a threshold to go by. */
const worthNaming = 0.1;

/** What helps, at the end. `best`: the best page; its URL as a shell takes it. */
export function helpLines(
  tally: Tally,
  settings: Settings,
  best: { url: string; relevance: number } | undefined,
): string[] {
  if (!cannotTell(tally) || best === undefined) return [];
  const lower = Math.floor(best.relevance * 80) / 100;
  const example =
    best.relevance < worthNaming
      ? 'URL   (a page that is what you mean, from anywhere)'
      : `${best.url}   (or another listed page that is what you mean)`;
  const { rawThreshold } = settings;
  const few = tally.relevant === 0 ? 'No page' : 'Hardly any page';
  return [
    `${few} reaches the threshold of ${thresholdOf(settings)}; ${rankedName} lists the best pages all the same. What helps:`,
    `  --example ${example}`,
    ...(rawThreshold === undefined && lower >= worthNaming && lower < settings.threshold
      ? [`  --threshold ${twoDigits(lower)}`]
      : []),
    '  other words: those that the pages you want would use',
  ];
}

function thresholdOf({ threshold, rawThreshold }: Settings): number {
  return rawThreshold ?? threshold;
}
