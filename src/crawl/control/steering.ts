import type { AgentRules } from '../../agent/agent.js';
import type { AgentCoordination } from '../../agent/agent-coordination.js';
import type { Clock } from '../../clock.js';
import type { Settings } from '../../config/options.js';
import { messageOf, UsageError } from '../../failure.js';
import type { Scope } from '../../frontier/scope.js';
import { type CommandResult, type KeptCommand, type Pause, pausedNote, pauseOf } from '../../model/commands.js';
import type { CrawlStore } from '../../model/crawl-store.js';
import { readSeeds } from '../../seeding/seeds.js';
import { configNote } from '../../store/postgres/reading/mirror.js';
import { sharedConfig } from '../../store/postgres/shared-config.js';
import { agentRules, frontierRules } from '../crawl-rules.js';
import type { CrawlEvents } from '../events/crawl-events.js';
import { checkLimits } from '../progress/budget.js';
import type { RunTime } from '../progress/run-time.js';
import type { StopReason } from '../progress/stop-reason.js';
import type { Tally } from '../progress/tally.js';
import { readmitRejected } from '../readmit.js';
import { saveConfig } from '../save-config.js';
import { addSeeds } from '../seeds/assign-seeds.js';
import { keepMoreSeeds } from '../seeds/kept-seeds.js';
import type { BlockArguments, SeedArguments } from './command-arguments.js';
import { changedKeys, type WrittenChanges, withChanges } from './steerable-settings.js';

/** What of a crawl commands change. */
export interface SteeredParts {
  readonly store: CrawlStore;
  readonly clock: Clock;
  readonly tally: Tally;
  readonly archived: boolean;
  readonly scope: Scope;
  /** Changed in place: all who hold it go by it. */
  readonly rules: AgentRules;
  readonly time: RunTime;
  readonly coordination: AgentCoordination;
  readonly events: CrawlEvents;
  /** Sites that may be sent the user's credentials. */
  readonly credentialOrigins: Set<string>;
  stop(reason: StopReason): void;
}

/** How often a running crawl looks for commands (ms). */
export const looksEvery = 1_000;

/** Commands that mean nothing to a crawl that does not run, nor to its next run. */
const ofThisRun: ReadonlySet<string> = new Set(['pause', 'resume', 'stop']);

/**
 * Applies the commands of a crawl to its parts. A command is marked as applied once its effect is durable; all effects can be
 * repeated, so that one that was applied and not marked when the crawl was killed is applied again, to the same end. What cannot be
 * applied is marked too, with the error.
 */
export class Steering {
  paused: Pause | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly parts: SteeredParts,
    /** As they are by now. */
    public settings: Settings,
  ) {}

  /**
   * To be called before the first request. Commands that waited are applied; those to pause, resume or stop an earlier run are
   * refused. A crawl that was paused continues, unless `keepPaused`.
   */
  async begin(startedAt: number, keepPaused = false): Promise<void> {
    const { store } = this.parts;
    const paused = pauseOf(await store.notes.get(pausedNote));
    if (paused !== undefined && keepPaused) this.#hold(paused);
    else if (paused !== undefined) await store.notes.set(pausedNote, '');
    for (const command of await store.commands.waiting())
      if (ofThisRun.has(command.kind) && command.at < startedAt) await this.#close(command, tooLate(command));
    await this.look();
  }

  /** Applies what waits, in order. */
  look(): Promise<void> {
    const turn = this.#looking.then(async () => {
      for (const command of await this.parts.store.commands.waiting()) await this.#apply(command);
    });
    // A failure is that of whoever looked.
    this.#looking = turn.catch(() => {});
    return turn;
  }

  async #apply(command: KeptCommand): Promise<void> {
    try {
      await this.#effect(command);
    } catch (thrown) {
      // Where the disk or the database failed, nothing is wrong with the command: it waits for the next run.
      const { code: cause } = thrown as { readonly code?: unknown };
      if (cause !== undefined && !(thrown instanceof UsageError)) throw thrown;
      const code = thrown instanceof UsageError ? thrown.code : 'bad-command';
      await this.#close(command, { error: { code, message: messageOf(thrown) } });
    }
    this.parts.coordination.notify();
  }

  async #effect(command: KeptCommand): Promise<void> {
    const { by, at, kind, arguments: given } = command;
    switch (kind) {
      case 'pause': {
        const paused = this.paused ?? { by, at };
        await this.#close(command, { paused }, { [pausedNote]: JSON.stringify(paused) });
        return this.#hold(paused);
      }
      case 'resume':
        await this.#close(command, { paused: null }, { [pausedNote]: '' });
        return this.#release();
      case 'stop':
        await this.#close(command, { stopping: true });
        return this.parts.stop('stopped');
      case 'seed':
        return this.#close(command, await this.#addSeeds(given as SeedArguments));
      case 'block':
        return this.#close(command, await this.#block(given as BlockArguments));
      case 'set':
        return this.#close(command, await this.#change(given as WrittenChanges));
      case 'label':
        // The labels themselves are in the crawl's folder, where the strategy looks for them.
        return this.#close(command, {});
    }
  }

  #hold(paused: Pause): void {
    const { coordination, time, clock } = this.parts;
    this.paused = paused;
    coordination.isPaused = true;
    time.pause(clock.now());
  }

  #release(): void {
    const { coordination, time, clock } = this.parts;
    this.paused = undefined;
    coordination.isPaused = false;
    time.resume(clock.now());
  }

  async #addSeeds({ urls }: SeedArguments): Promise<CommandResult> {
    const { store, clock, credentialOrigins } = this.parts;
    const seeds = readSeeds({ seed: urls, seeds: [] });
    const statesBefore = await this.#statesOf(urls);
    // An agent that has ended is not started again in this run.
    const sites = await addSeeds(store, this.settings, seeds, clock.now(), ({ state }) => state !== 'ended');
    for (const site of sites) credentialOrigins.add(site);
    this.settings = { ...this.settings, seed: [...new Set([...this.settings.seed, ...urls])] };
    const { out, query } = this.settings;
    if (out !== undefined) keepMoreSeeds(out, query, seeds);
    await this.#save();
    const states = await this.#statesOf(urls);
    const known = statesBefore.filter((state) => state === 'queued' || state === 'visited').length;
    const rejected = states.filter((state) => state === 'rejected').length;
    return { queued: urls.length - known - rejected, known, rejected };
  }

  async #statesOf(urls: readonly string[]): Promise<(string | undefined)[]> {
    const { records } = this.parts.store;
    return Promise.all(urls.map(async (url) => (await records.find(url))?.state));
  }

  async #block({ hosts, patterns }: BlockArguments): Promise<CommandResult> {
    const { blockHosts, exclude } = this.settings;
    return this.#change({
      blockHosts: [...new Set([...blockHosts, ...hosts])],
      exclude: [...new Set([...exclude, ...patterns])],
    });
  }

  /** The queue first, which can be done again, then the file: whoever finds the new settings in it finds the queue done. */
  async #change(changes: WrittenChanges): Promise<CommandResult> {
    const { store, clock, tally, archived, scope, rules } = this.parts;
    const before = this.settings;
    const after = withChanges(before, changes);
    checkLimits(before, after, tally);
    const readmitted = await readmitRejected(store, before, after, clock.now());
    this.settings = after;
    scope.change(after);
    Object.assign(rules, agentRules(after, archived));
    await store.frontier.changeRules(frontierRules(after, archived));
    await this.#save();
    return { changed: changedKeys(before, after), readmitted };
  }

  /** Workers that share the crawl read its settings in the database. */
  async #save(): Promise<void> {
    const { out } = this.settings;
    const { notes, shared } = this.parts.store;
    if (out !== undefined) saveConfig(out, this.settings);
    if (shared !== undefined) await notes.set(configNote, sharedConfig(this.settings));
  }

  async #close(command: KeptCommand, result: CommandResult, notes?: Readonly<Record<string, string>>): Promise<void> {
    const { store, clock, events } = this.parts;
    const appliedAt = clock.now();
    await store.commands.applied(command.id, appliedAt, result, notes);
    events.emit({ type: 'control', ...command, appliedAt, result });
  }
}

function tooLate({ kind }: KeptCommand): CommandResult {
  const message = `The crawl had ended before the command to ${kind} it came.`;
  return { error: { code: 'not-running', message } };
}
