import type { Settings } from '../../../config/options.js';
import type { StopReason } from '../../../crawl/progress/stop-reason.js';
import type { Tally } from '../../../crawl/progress/tally.js';

/** Below, most of the pages were not what was looked for. */
const poorHarvest = 0.1;

/** What would bring more relevant pages than this crawl found, where that is not just going on. */
export function moreInWords(
  reason: StopReason,
  { harvest, relevant }: Pick<Tally, 'harvest' | 'relevant'>,
  hostsVisited: number,
  { prefer, example, maxTime }: Pick<Settings, 'prefer' | 'example' | 'maxTime'>,
): string | undefined {
  const isSpent = reason === 'low-yield' || reason === 'frontier-empty';
  if (!isSpent && harvest >= poorHarvest) return undefined;
  const ways = [
    ...(isSpent ? ['other seeds (--seed, --sources)'] : []),
    ...(example.length === 0 ? ['pages about the topic (--example)'] : []),
    ...(!isSpent && hostsVisited > 1 && prefer < Number.POSITIVE_INFINITY && maxTime === Number.POSITIVE_INFINITY
      ? ['waiting for the best hosts (--prefer quality)']
      : []),
    ...(relevant === 0 ? ['a lower --threshold'] : []),
  ];
  return ways.length === 0 ? undefined : `More may come from ${ways.join(', or from ')}.`;
}
