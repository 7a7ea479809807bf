import { eachRow, oneRow } from '../sqlite/rows.js';
import { currentJudge } from '../sqlite/sql-parts.js';
import type { Database } from '../sqlite/sqlite-database.js';

/** How different the agents' finds are. An agent has found a page when it visited it, or a page that links to it. */
export interface Diversity {
  /** Relevant pages of the crawl. */
  readonly relevant: number;
  /** Hosts that they are on. */
  readonly hosts: number;
  /** Of the relevant pages, those that one agent alone has found. */
  readonly foundByOne: number;
  readonly foundByOneShare: number;
  /** One for each pair of agents. */
  readonly overlaps: readonly Overlap[];
}

/** Relevant pages that two agents have found, both or either of them. */
export interface Overlap {
  readonly agents: readonly [number, number];
  readonly both: number;
  readonly either: number;
  /** Jaccard: both / either; 0 where neither has found any. */
  readonly share: number;
}

const relevantPages = `
  judgement j JOIN visit v ON v.seq = j.visit AND v.outcome = 'page' AND v.superseded = 0 JOIN url u ON u.id = v.url
  WHERE j.judge = ${currentJudge} AND j.relevant`;

/** Of the agents with these ids. */
export function diversityOf(db: Database, agents: readonly number[]): Diversity {
  const { hosts } = oneRow<{ hosts: number }>(
    db.prepare(`SELECT count(DISTINCT u.host) AS hosts FROM ${relevantPages}`),
  )!;
  return diversityFrom(agents, hosts, findersOfRelevant(db, agents));
}

/** `found`: of each relevant page, the places in `agents` of those that have found it. */
export function diversityFrom(
  agents: readonly number[],
  hosts: number,
  found: Iterable<ReadonlySet<number>>,
): Diversity {
  // Pages found by two agents, by their places in `agents`; by one of them, on the diagonal.
  const shared = agents.map(() => new Uint32Array(agents.length));
  let [relevant, foundByOne] = [0, 0];
  for (const finders of found) {
    relevant++;
    if (finders.size === 1) foundByOne++;
    for (const a of finders) for (const b of finders) shared[a]![b]!++;
  }
  const overlaps = agents.flatMap((first, a) =>
    agents.slice(0, a).map((second, b): Overlap => {
      const both = shared[a]![b]!;
      const either = shared[a]![a]! + shared[b]![b]! - both;
      return { agents: [second, first], both, either, share: share(both, either) };
    }),
  );
  return { relevant, hosts, foundByOne, foundByOneShare: share(foundByOne, relevant), overlaps };
}

/**
 * Of each relevant page, the places in `agents` of those that have found it. The visits that lead to a page are read as
 * one value, and their agents looked up in memory: a join of their rows takes four times as long.
 */
function* findersOfRelevant(db: Database, agents: readonly number[]): Generator<ReadonlySet<number>> {
  const finderOf = findersByVisit(db, agents);
  const pages = db.prepare(`
    SELECT (SELECT json_group_array(seq) FROM visit WHERE url = p.id), (SELECT json_group_array(visit) FROM edge WHERE dst = p.id)
    FROM (SELECT DISTINCT u.id FROM ${relevantPages}) p`);
  pages.setReturnArrays(true);
  for (const lists of eachRow<[visits: string, linking: string]>(pages)) {
    const finders = new Set<number>();
    for (const list of lists) for (const seq of JSON.parse(list) as number[]) finders.add(finderOf[seq]!);
    finders.delete(nobody);
    yield finders;
  }
}

/** Visits of agents that are not asked for, such as those that fetch examples. */
const nobody = -1;

/** By sequence number, the place in `agents` of who made the visit. */
function findersByVisit(db: Database, agents: readonly number[]): Int16Array {
  const placeOf = new Map(agents.map((agent, place) => [agent, place]));
  const { last } = oneRow<{ last: number }>(db.prepare('SELECT coalesce(max(seq), 0) AS last FROM visit'))!;
  const finders = new Int16Array(last + 1).fill(nobody);
  const visits = db.prepare('SELECT seq, agent FROM visit');
  visits.setReturnArrays(true);
  for (const [seq, agent] of eachRow<[seq: number, agent: number]>(visits)) finders[seq] = placeOf.get(agent) ?? nobody;
  return finders;
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
