import { option } from '../option.js';
import { automatic, choice, duration, integer, limit, ratio } from '../scalar-kinds.js';

/** How several agents work together. */
export const agentOptions = {
  agents: option({
    group: 'Agents',
    kind: automatic(integer({ min: 1, max: 64 })),
    default: 'auto',
    help: 'Number of agents that explore together.',
    details:
      '`auto`: one agent per genre where the seeds have several, else one. With `--segment-by rank` or `evenly`: one per ten seeds, at most one per core. With a coordinator: one per seed, at most eight. See [agents.md](agents.md).',
  }),
  organisation: option({
    group: 'Agents',
    kind: choice('segments', 'coordinator'),
    default: 'segments',
    help: 'Give each agent its own queue (segments), or share one (coordinator).',
    details:
      '`segments`: each agent starts from its share of the seeds and keeps what it finds. `coordinator`: one queue for all, and a free agent takes the best URL.',
  }),
  levels: option({
    group: 'Agents',
    kind: integer({ min: 1, max: 5 }),
    default: 4,
    help: "Levels of the coordinator's queue.",
    details:
      'For strategies without levels of their own. A link is on level n + 1 when it is n irrelevant pages away from a relevant one; links beyond the last level are not followed.',
  }),
  tunnelling: option({
    group: 'Agents',
    kind: ratio(),
    default: 0.1,
    help: "Share of the coordinator's requests for levels below the first.",
  }),
  segmentBy: option({
    group: 'Agents',
    kind: choice('auto', 'genre', 'rank', 'evenly'),
    default: 'auto',
    help: 'How seeds are divided among agents.',
    details:
      '`genre`: one agent per genre. `rank`: blocks by score. `evenly`: in turn. `auto`: by genre where several were asked for, else in turn.',
  }),
  share: option({
    group: 'Agents',
    kind: choice('none', 'tables', 'all'),
    default: 'all',
    help: "What agents learn from each other's pages.",
    details: '`none`: nothing. `tables`: the words of pages. `all`: also where links have led.',
  }),
  shareEvery: option({
    group: 'Agents',
    kind: integer({ min: 1 }),
    default: 25,
    help: 'Pages after which an agent learns from the others.',
  }),
  relevantPerAgent: option({
    group: 'Agents',
    kind: limit(integer({ min: 1 })),
    default: 'none',
    help: 'Relevant pages after which an agent stops.',
    details: 'The other agents continue.',
  }),
  hang: option({
    group: 'Agents',
    kind: duration({ min: 1 }),
    default: '2m',
    help: 'Restart an agent that is stuck on a page for this long.',
  }),
};
