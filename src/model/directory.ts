/**
 * What an agent is doing. `ended`: nothing is left for it, or it has reached its goal; `stopped`: the crawl is over, and it could
 * have gone on; `given-up`: it failed time and again.
 */
export type AgentState = 'working' | 'waiting' | 'ended' | 'stopped' | 'given-up';

/** An agent as it registers. */
export interface AgentEntry {
  readonly id: number;
  /** What it explores, in words: `news`, `seeds 1–10`, `all seeds`. */
  readonly segment: string;
  /** Share of the frontier that it takes its URLs from: its own, or one for all. */
  readonly queue: number;
  /** Seeds in its queue; of several agents that share one, only the first has them. */
  readonly seeds: number;
}

/** What it tells from time to time. */
export interface AgentBeat {
  readonly state: AgentState;
  /** How often it was started anew, since it threw or hung. */
  readonly restarts: number;
  /** Host of its last request; '' before the first. */
  readonly host: string;
  /** The words that count most for it, best first, as ids of terms with weights; none where its strategy keeps no table. */
  readonly table: readonly (readonly [id: number, weight: number])[];
}

export interface RegisteredAgent extends AgentEntry, AgentBeat {
  readonly registeredAt: number;
  readonly beatAt: number;
}

/**
 * Where the agents of a crawl register and give signs of life (Pappas et al. 2012's directory service). What they found is in the
 * records: every visit names its agent.
 */
export interface Directory {
  /** One that is registered keeps its times and restarts, and takes on what is new. */
  register(agents: readonly AgentEntry[], now: number): Promise<void>;
  beat(id: number, beat: AgentBeat, now: number): Promise<void>;
  /** In the order of their ids. */
  agents(): Promise<readonly RegisteredAgent[]>;
}
