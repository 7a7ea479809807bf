import type { Settings } from '../config/options.js';
import { count, counted } from '../counted.js';
import { type Forecast, forecast, lookAhead } from '../crawl/progress/forecast.js';
import { crawlFaults, type StopReason, stopReasons } from '../crawl/progress/stop-reason.js';
import type { Tally } from '../crawl/progress/tally.js';

/** As in "about 40 ± 15 more relevant pages in the next 500". */
export function forecastInWords(forecast: Forecast): string {
  const { pages } = forecast;
  // Pages that the queued ones lead to are not counted: their number is unknown.
  const which = pages < lookAhead ? `the ${counted(pages, 'page')} left in the queue` : `the next ${count(pages)}`;
  const more = Math.round(forecast.high) === 1 ? 'page' : 'pages';
  return `${amount(forecast)} more relevant ${more} in ${which}`;
}

/** The same in the progress line. */
export function forecastInShort(forecast: Forecast): string {
  return `next ${count(forecast.pages)}: ${amount(forecast)} relevant`;
}

/** Why a crawl stopped, with the forecast if that is the reason. */
export function stopInWords(
  reason: StopReason | keyof typeof crawlFaults,
  { documents, history }: Tally,
  { stopWhenYieldBelow }: Pick<Settings, 'stopWhenYieldBelow'>,
): string {
  if (reason !== 'low-yield') return { ...stopReasons, ...crawlFaults }[reason] ?? 'it could not continue';
  const ahead = forecastInWords(forecast(history.outcomes(), documents, lookAhead));
  return `yield below --stop-when-yield-below ${stopWhenYieldBelow}: ${ahead}`;
}

/** Why a crawl stopped, as the summary says it. */
export function stopSentence(reason: StopReason, tally: Tally, settings: Settings): string {
  const words = stopInWords(reason, tally, settings);
  return reason === 'interrupted' ? `Interrupted by ${words}.` : `Stopped (${reason}): ${words}.`;
}

/** An interval that starts at 0 is shown by its upper end alone. */
function amount({ expected, low, high }: Forecast): string {
  if (Math.round(high) === 0) return 'hardly any';
  if (Math.round(low) === 0) return `up to ${count(high)}`;
  return `about ${count(expected)} ± ${count(Math.max(high - expected, expected - low))}`;
}
