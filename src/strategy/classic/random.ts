import { drawnByUrl } from '../drawn-by-url.js';
import { defineStrategy } from '../strategy-entry.js';
import { queryDriven } from './query-driven.js';

/**
 * Takes any queued URL with the same chance: what a crawl is worth without any order. A URL waits for a time that is
 * exponentially distributed, counted from when it entered the queue. Such waiting has no memory: whatever has waited
 * already, each is as likely as any other to be over next. A fixed random priority would not do: those left over
 * from before would be the losers of earlier draws. The time is handed on from page to page, so there is no state.
 */
export const random = defineStrategy({
  name: 'random',
  summary: 'Follows a random link of those found so far; a baseline.',
  source: 'Menczer, Pant & Srinivasan 2004, baseline',
  needs: ['query'],
  parameters: {},
  parts: { wait: 'how long the link has to wait, from the start of the crawl; drawn by chance' },
  priority: 'the shortest wait first.',
  prepare: ({ settings: { randomSeed } }) => ({
    make: (topic) =>
      queryDriven(topic, {
        name: 'random',
        queueing: { merge: 'keep' },
        inheritedState: (_judgement, { from }, { url }) => ({
          time: from === undefined ? 0 : from.inheritedState.time! + waiting(url, randomSeed),
        }),
        rank:
          () =>
          (_page, { inheritedState }, links) =>
            links.map(({ url }) => {
              const wait = inheritedState!.time! + waiting(url, randomSeed);
              return { value: -wait, parts: { wait } };
            }),
      }),
  }),
});

/** Exponentially distributed with mean 1. */
function waiting(url: string, seed: number): number {
  return -Math.log(1 - drawnByUrl(url, seed));
}
