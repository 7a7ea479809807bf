import type { Settings } from '../../../config/options.js';
import { type Forecast, forecast, lookAhead } from '../../../crawl/progress/forecast.js';
import { crawlFaults, type StopReason, stopReasons } from '../../../crawl/progress/stop-reason.js';
import type { Tally } from '../../../crawl/progress/tally.js';
import { count, counted } from '../../terminal/format.js';

/** As in "the next 1,000 pages would bring about 40 ± 15 relevant ones". */
export function forecastInWords(forecast: Forecast): string {
  const { pages } = forecast;
  // What the queued pages lead to is not counted: nobody can tell how much it is.
  const which =
    pages < lookAhead ? `the ${counted(pages, 'page')} left to visit in the queue` : `the next ${count(pages)} pages`;
  return `${which} would bring ${amount(forecast)} relevant ones`;
}

/** The same among other figures. */
export function forecastInShort(forecast: Forecast): string {
  return `next ${count(forecast.pages)}: ${amount(forecast)} relevant`;
}

/** Why a crawl ended, with the figures where these are what ended it. */
export function stopInWords(
  reason: StopReason | keyof typeof crawlFaults,
  { documents, history }: Tally,
  { stopWhenYieldBelow }: Pick<Settings, 'stopWhenYieldBelow'>,
): string {
  if (reason !== 'low-yield') return { ...stopReasons, ...crawlFaults }[reason] ?? 'it could not go on';
  const ahead = forecastInWords(forecast(history.outcomes(), documents, lookAhead));
  return `the yield fell: ${ahead}, under ${stopWhenYieldBelow} a page`;
}

/** An interval that begins at nothing has only one end worth telling. */
function amount({ expected, low, high }: Forecast): string {
  if (Math.round(high) === 0) return 'hardly any';
  if (Math.round(low) === 0) return `at most about ${count(high)}`;
  return `about ${count(expected)} ± ${count(Math.max(high - expected, expected - low))}`;
}
