/** A web, as far as the cost of comparing strategies on it goes. */
export interface PlannedWeb {
  readonly name: string;
  readonly topics: number;
  /** Which parts are to be made on it. */
  readonly parts: ReadonlySet<'papers' | 'comparisons' | 'agents'>;
}

/** How often seeds are drawn for each topic of a web, by part. */
export interface Draws {
  readonly compared: number;
  readonly longer: number;
  readonly ablated: number;
}

export interface Plan {
  readonly draws: ReadonlyMap<string, Draws>;
  /** CPU time of each part by its name, in seconds. */
  readonly costs: ReadonlyMap<string, number>;
}

export const [usualBudget, longBudget] = [300, 1000] as const;

/** Tasks of a kind of seeds: more say little more, and fewer say little; longer crawls make do with half as many. */
const [wantedTasks, fewestTasks] = [36, 9] as const;
/** CPU time of a page in a crawl of the lab, engine and strategy, with the reading of the web and the training shared out (ms). */
const msAPage = 1;
/** CPU time of the papers' experiments, and of those on agents, on one web (s). */
const [papersCost, agentsCost] = [700, 600] as const;

/**
 * As many draws as fit into a time on so many cores: the papers' experiments and the fewest draws of each comparison are always done, the
 * rest of the time is shared out among the comparisons.
 */
export function planFor(
  webs: readonly PlannedWeb[],
  {
    strategies,
    ingredients,
    minutes,
    cores,
  }: { strategies: number; ingredients: number; minutes: number; cores: number },
): Plan {
  const planWith = (share: number): Plan => {
    const draws = new Map<string, Draws>();
    const costs = new Map<string, number>();
    for (const { name, topics, parts } of webs) {
      const [most, least] = [wantedTasks, fewestTasks].map((tasks) => Math.ceil(tasks / topics)) as [number, number];
      const of = (part: number) => Math.max(Math.ceil(part * least), Math.floor(part * share * most));
      const own = { compared: of(1), longer: of(0.5), ablated: of(0.5) };
      const cost = (contenders: number, repeat: number, budget: number) =>
        (contenders * 2 * topics * repeat * budget * msAPage) / 1000;
      draws.set(name, own);
      if (parts.has('papers')) costs.set(`${name} papers`, papersCost);
      if (parts.has('agents')) costs.set(`${name} agents`, agentsCost);
      if (!parts.has('comparisons')) continue;
      // Where a web has several hosts, every crawl is done politely, too.
      costs.set(`${name} compared`, 2 * cost(strategies, own.compared, usualBudget));
      costs.set(`${name} longer`, cost(strategies, own.longer, longBudget));
      costs.set(`${name} ablated`, cost(ingredients + 1, own.ablated, usualBudget));
    }
    return { draws, costs };
  };
  const shares = Array.from({ length: 20 }, (_, step) => 1 - step / 20);
  const fits = ({ costs }: Plan) => totalCost(costs) <= minutes * 60 * cores;
  return planWith(shares.find((share) => fits(planWith(share))) ?? 0);
}

export function totalCost(costs: ReadonlyMap<string, number>): number {
  return [...costs.values()].reduce((sum, cost) => sum + cost, 0);
}
