import { Session } from 'node:inspector/promises';

/** Shares of the CPU time of this thread. */
export interface Coordination {
  /** Dispatch and level logic, with all that they call. */
  readonly dispatch: number;
  /** Links and visits brought into the order of the queue, which one agent needs as well; without the tables. */
  readonly queue: number;
}

/** `none`: no part of the crawl. */
type Account = 'dispatch' | 'levels' | 'queue' | 'rest' | 'none';

/** A function of a profile. */
export interface Frame {
  readonly url: string;
  readonly functionName: string;
}

/** A node of a sampling profile, as the inspector gives it. */
export interface ProfileNode {
  readonly id: number;
  readonly callFrame: Frame;
  readonly children?: readonly number[] | undefined;
}

/** Profiles this thread until the result is asked for. */
export async function coordinationProfile(): Promise<() => Promise<Coordination>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 250 });
  await session.post('Profiler.start');
  return async () => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return coordinationIn(profile.nodes, profile.samples ?? []);
  };
}

/**
 * The first node is the root. Samples are counted, not the times between them: a thread that has to wait for a core is sampled
 * once in all that time.
 */
export function coordinationIn(nodes: readonly ProfileNode[], samples: readonly number[]): Coordination {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const accounts = new Map<number, Account>();
  const visit = (id: number, inherited: Account) => {
    const { callFrame, children = [] } = byId.get(id)!;
    const own = accountOf(callFrame, inherited);
    accounts.set(id, own);
    for (const child of children) visit(child, own);
  };
  visit(nodes[0]!.id, 'rest');
  const counts: Record<Account, number> = { dispatch: 0, levels: 0, queue: 0, rest: 0, none: 0 };
  for (const id of samples) counts[accounts.get(id)!]++;
  const { dispatch, levels, queue, rest } = counts;
  const busy = dispatch + levels + queue + rest;
  return { dispatch: (dispatch + levels) / busy, queue: queue / busy };
}

/** Who is started, fed and brought together; who comes next; what is claimed. */
const dispatching = /\/src\/(?:crawl\/agent-pool|agent\/(?:agent-coordination|lesson-exchange|next-requests))\.js$/;
const levelling = /\/src\/(?:agent\/tunnelling|strategy\/multi-level\/level-schedule|strategy\/strategy-with)\.js$/;
const frontier = /\/src\/frontier\/(?:in-memory-order-frontier|queue-changes)\.js$/;
const ordering = /\/src\/frontier\/(?:host-scheduler|hosts|indexed-heap|quiet-hours)\.js$/;
/** What an agent does with its pages, though a coordinator may have called it. */
const agentsOwn = /\/src\/agent\/(?:agent|fetch-claim|in-flight|page-processor)\.js$/;

function accountOf({ url, functionName }: Frame, inherited: Account): Account {
  if (functionName === '(idle)' || url === 'node:inspector' || inherited === 'none') return 'none';
  if (dispatching.test(url)) return 'dispatch';
  if (levelling.test(url)) return inherited === 'dispatch' ? 'dispatch' : 'levels';
  if (agentsOwn.test(url)) return 'rest';
  if (frontier.test(url) && /^(?:claim|revalue)$/.test(functionName)) return 'dispatch';
  // The strategy that links are given levels for would rank them without levels, too.
  if (inherited === 'levels' && /\/src\/strategy\//.test(url)) return 'rest';
  return ordering.test(url) && inherited === 'rest' ? 'queue' : inherited;
}
