import { forecast, leastDocuments } from '../../crawl/progress/forecast.js';

/** How often what came lay within the forecast interval. */
export interface ForecastsHeld {
  readonly cases: number;
  readonly held: number;
}

/** Pages between two forecasts, and pages that each is of. */
const every = 50;
const ahead = 100;

/** Asks for a forecast at every 50th page of a crawl, as a user would have seen it, and looks at what the next 100 pages brought. */
export function forecastsHeld(judged: ArrayLike<number>, threshold: number): ForecastsHeld {
  const outcomes = Uint8Array.from(judged, (relevance) => (relevance >= threshold ? 1 : 0));
  let [cases, held] = [0, 0];
  for (let seen = leastDocuments; seen + ahead <= outcomes.length; seen += every) {
    const { low, high } = forecast(outcomes.subarray(0, seen), seen, ahead);
    const brought = outcomes.subarray(seen, seen + ahead).reduce((sum, one) => sum + one, 0);
    cases++;
    // As it is told: in whole pages.
    if (Math.round(low) <= brought && brought <= Math.round(high)) held++;
  }
  return { cases, held };
}
