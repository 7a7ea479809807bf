import { option } from './option.js';
import { automatic, choice, duration, integer, limit, ratio } from './scalar-kinds.js';

/** How several agents work together. */
export const agentOptions = {
  agents: option({
    group: 'Agents',
    kind: automatic(integer({ min: 1, max: 64 })),
    default: 'auto',
    help: 'Agents that explore together, each with its own knowledge; auto: one for each genre of the seeds where there are several, else one for every ten seeds, as many as there are cores at most; with a coordinator one for each seed, eight at most.',
  }),
  organisation: option({
    group: 'Agents',
    kind: choice('segments', 'coordinator'),
    default: 'segments',
    help: 'segments: each agent has its share of the seeds, and what it finds is its own; coordinator: one queue for all, and who is free takes the best.',
  }),
  levels: option({
    group: 'Agents',
    kind: integer({ min: 1, max: 5 }),
    default: 4,
    help: "Levels of the coordinator's queue, for strategies that have none of their own: links so many irrelevant pages away from a relevant one are not followed.",
  }),
  tunnelling: option({
    group: 'Agents',
    kind: ratio(),
    default: 0.1,
    help: "Share of the coordinator's requests that go to the levels below the first.",
  }),
  segmentBy: option({
    group: 'Agents',
    kind: choice('auto', 'genre', 'rank', 'evenly'),
    default: 'auto',
    help: 'How seeds are shared out: an agent a genre, in blocks by their scores, or in turn; auto: by genre where several were asked for, else in turn.',
  }),
  share: option({
    group: 'Agents',
    kind: choice('none', 'tables', 'all'),
    default: 'all',
    help: 'What agents learn from the pages of the others: nothing, the words of pages, or also where links have led.',
  }),
  shareEvery: option({
    group: 'Agents',
    kind: integer({ min: 1 }),
    default: 25,
    help: 'Pages of an agent after which it learns from those of the others.',
  }),
  relevantPerAgent: option({
    group: 'Agents',
    kind: limit(integer({ min: 1 })),
    default: 'none',
    help: 'The goal of an agent: it ends when it has found this many relevant pages, and the others go on.',
  }),
  hang: option({
    group: 'Agents',
    kind: duration({ min: 1 }),
    default: '2m',
    help: 'An agent that gives no sign of life for this long while it works on a page is started anew.',
  }),
};
