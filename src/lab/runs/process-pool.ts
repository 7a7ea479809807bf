import { type ChildProcess, fork } from 'node:child_process';
import type { Assignment, RunTrace } from './assignment.js';
import type { KeptWebOptions } from './kept-web.js';
import type { LabAnswer, LabOrder } from './lab-process.js';

/** What came of an assignment: what the crawl did, or why there was none. */
export type RunOutcome = RunTrace | { readonly failure: string };

interface Waiting {
  readonly assignment: Assignment;
  resolve(outcome: RunOutcome): void;
}

interface Member {
  readonly child: ChildProcess;
  running?: Waiting;
}

/**
 * Crawls on as many processes as it was given, one at a time on each: processes and not threads, so that the CPU time of a
 * crawl can be told, and so that strategies have nothing in their memory but the web and the assignment.
 */
export class ProcessPool {
  readonly #members: Member[] = [];
  readonly #line: Waiting[] = [];
  #closing = false;

  constructor(
    private readonly web: KeptWebOptions,
    count: number,
  ) {
    while (this.#members.length < count) this.#members.push(this.#start());
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
      this.#members.map(({ child }) => {
        const gone = new Promise((resolve) => child.once('exit', resolve));
        child.kill();
        return gone;
      }),
    );
  }

  #start(): Member {
    const child = fork(new URL('./lab-process.js', import.meta.url), { serialization: 'advanced' });
    const member: Member = { child };
    send(child, { kind: 'web', web: this.web });
    child.on('message', (answer: LabAnswer) => this.#settle(member, outcomeOf(answer)));
    child.on('exit', (code, signal) => {
      if (this.#closing) return;
      this.#members[this.#members.indexOf(member)] = this.#start();
      this.#settle(member, { failure: `its process ended (${signal ?? `exit code ${code}`})` });
    });
    return member;
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

function outcomeOf(answer: LabAnswer): RunOutcome {
  return answer.kind === 'done' ? answer.trace : { failure: answer.message };
}
