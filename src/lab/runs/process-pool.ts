import { type ChildProcess, fork } from 'node:child_process';
import { messageOf } from '../../failure.js';
import type { Assignment, RunTrace } from './assignment.js';
import { confinement } from './confinement.js';
import type { KeptWebOptions } from './kept-web.js';
import type { LabAnswer, LabOrder } from './lab-process.js';

/** What came of an assignment: what the crawl did, or why there was none. */
export type RunOutcome = RunTrace | { readonly failure: string };

interface Waiting {
  readonly assignment: Assignment;
  /** Its process died before: once is bad luck. */
  again?: boolean;
  resolve(outcome: RunOutcome): void;
}

interface Member {
  readonly child: ChildProcess;
  /** It has opened the web. */
  ready?: boolean;
  running?: Waiting;
}

/** Processes that may end in a row without having done anything, before no more are started. */
const mostDeaths = 10;

/**
 * Crawls on as many processes as it was given, one at a time on each: processes and not threads, so that the CPU time of a
 * crawl can be measured, and so that strategies have nothing in their memory but the web and the assignment.
 */
export class ProcessPool {
  readonly #members = new Set<Member>();
  readonly #line: Waiting[] = [];
  #closing = false;
  /** Since the last answer. */
  #deaths = 0;
  /** Processes may read nothing but what they need; not where Node's permission model, young as it is, would not let them start. */
  #confined = true;

  constructor(
    private readonly web: KeptWebOptions,
    /** Files and folders that crawls may read, besides the program's own. */
    private readonly readable: readonly string[],
    count: number,
  ) {
    while (this.#members.size < count) this.#start();
  }

  /** Begun in the order of the calls. Never rejects. */
  run(assignment: Assignment): Promise<RunOutcome> {
    return new Promise((resolve) => {
      this.#line.push({ assignment, resolve });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#line.length = 0;
    await Promise.all(
      [...this.#members].map(({ child }) => {
        const gone = new Promise((resolve) => child.once('exit', resolve));
        child.kill();
        return gone;
      }),
    );
  }

  #start(): void {
    const child = fork(new URL('./lab-process.js', import.meta.url), {
      serialization: 'advanced',
      execArgv: this.#confined ? confinement(this.readable) : [],
    });
    const member: Member = { child };
    this.#members.add(member);
    child.on('message', (answer: LabAnswer) => {
      this.#deaths = 0;
      if (answer.kind === 'ready') member.ready = true;
      else this.#settle(member, answer.kind === 'done' ? answer.trace : { failure: answer.message });
    });
    child.once('exit', (code, signal) => this.#lost(member, `its process ended (${signal ?? `exit code ${code}`})`));
    // It could not be started, or had exited when a message was sent.
    child.on('error', (error) => {
      child.kill();
      this.#lost(member, `its process failed (${messageOf(error)})`);
    });
    send(child, { kind: 'web', web: this.web });
  }

  /** Another takes the place of a process that is gone, and what it was at is tried once more. */
  #lost(member: Member, why: string): void {
    if (!this.#members.delete(member) || this.#closing) return;
    const { running } = member;
    this.#deaths++;
    if (!member.ready) this.#confined = false;
    if (running?.again) running.resolve({ failure: why });
    else if (running !== undefined) this.#line.unshift({ ...running, again: true });
    if (this.#deaths <= mostDeaths) this.#start();
    else if (this.#members.size === 0) for (const waiting of this.#line.splice(0)) waiting.resolve({ failure: why });
    this.#next();
  }

  #settle(member: Member, outcome: RunOutcome): void {
    const { running } = member;
    delete member.running;
    running?.resolve(outcome);
    this.#next();
  }

  #next(): void {
    for (const member of this.#members) {
      if (member.running !== undefined || !member.child.connected) continue;
      const waiting = this.#line.shift();
      if (waiting === undefined) return;
      member.running = waiting;
      send(member.child, { kind: 'run', assignment: waiting.assignment });
    }
  }
}

function send(child: ChildProcess, order: LabOrder): void {
  child.send(order);
}
