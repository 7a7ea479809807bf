import { recordedVisits } from './recorded-visits.js';

/** A page with a text and links without anchor text, or with one after a colon: `/path:anchor`. */
export function page(text: string, ...links: readonly string[]): string {
  const list = links.map((link) => link.split(':')).map(([href, anchor = '']) => `<a href="${href}">${anchor}</a>`);
  return `<!doctype html><html><body><p>${text}</p>${list.join(' ')}</body></html>`;
}

/**
 * Somebody went from a front page over a gate and a shelf to two wanted pages, and from the front page into the rain, where
 * nothing is wanted. All words are made up: general English knows none of them, so that they weigh alike.
 *
 * Links to a wanted page: front 3, gate 2, shelf 1, wanted 0; rain and snow have no way to one.
 * Steps: front → gate, gate → shelf, shelf → wanted, shelf → wanted2, front → rain, rain → snow.
 */
export const wayToWanted = recordedVisits({
  'a.test/front': page('welk frun', '/gate', '/rain'),
  'a.test/gate': page('gorp arkz', '/shelf'),
  'a.test/shelf': page('shuf lozt', '/wanted', '/wanted2'),
  'a.test/wanted': page('zorb quax plim', '/front'),
  'a.test/wanted2': page('zorb quax drok'),
  'a.test/rain': page('ruhn klod', '/snow', '/nowhere'),
  'a.test/snow': page('snuh klod'),
});

/**
 * Another web of the same kinds of page. Neither gate nor rain has a word of the wanted pages, and the rain comes first: only
 * what was learnt of the way tells that the gate leads on.
 */
export const otherWeb = {
  'b.test/': page('welk frun', '/rain', '/gate'),
  'b.test/rain': page('ruhn klod', '/rain2', '/rain3'),
  'b.test/rain2': page('ruhn snuh klod'),
  'b.test/rain3': page('snuh klod klod'),
  'b.test/gate': page('gorp gorp arkz', '/shelf'),
  'b.test/shelf': page('shuf shuf lozt', '/one:gorp', '/two:zorb quax'),
  'b.test/one': page('zorb plim quax'),
  'b.test/two': page('zorb drok quax'),
};
export const seed = 'http://b.test/';

/** The way to the wanted pages first, then what is left. */
export const rightOrder = ['', 'rain', 'gate', 'shelf', 'one', 'two', 'rain2', 'rain3'].map((path) => `b.test/${path}`);
