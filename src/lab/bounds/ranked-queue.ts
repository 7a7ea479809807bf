import TinyQueue from 'tinyqueue';

/** A page that was found and waits for its visit. */
export interface RankedPage {
  readonly page: number;
  readonly worth: number;
  /** How many pages were found before it. */
  readonly place: number;
}

/** Gives the page of the highest worth first; among equals the one that was found first. */
export function rankedQueue(): TinyQueue<RankedPage> {
  return new TinyQueue<RankedPage>([], (a, b) => b.worth - a.worth || a.place - b.place);
}
