import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A call of the model server. */
export interface Call {
  /** The page it was about; '' for the topic itself. */
  readonly url: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly ms: number;
  /** What went wrong, where there was no answer. */
  readonly failed?: string;
}

export const ledgerName = 'judge-calls.jsonl';
const million = 1_000_000;

/** What the model server was asked and what that cost, one JSON line for each call, in the crawl's folder: a resumed crawl goes on with it. */
export class Ledger {
  /** Begun so far. */
  calls = 0;
  failures = 0;
  /** What went wrong last. */
  lastFailure: string | undefined;
  tokens = 0;
  readonly #file: string | undefined;

  constructor(
    folder: string | undefined,
    /** Of a million tokens. */
    private readonly price: number,
  ) {
    this.#file = folder && path.join(folder, ledgerName);
    if (this.#file === undefined || !existsSync(this.#file)) return;
    for (const line of readFileSync(this.#file, 'utf8').split('\n')) {
      if (line === '') continue;
      this.calls++;
      this.#take(callIn(line));
    }
  }

  get cost(): number {
    return (this.tokens * this.price) / million;
  }

  begin(): void {
    this.calls++;
  }

  end(call: Call): void {
    this.#take(call);
    if (this.#file === undefined) return;
    const cost = (tokensOf(call) * this.price) / million;
    appendFileSync(this.#file, `${JSON.stringify({ at: new Date().toISOString(), ...call, cost })}\n`);
  }

  #take(call: Call): void {
    this.tokens += tokensOf(call);
    if (call.failed === undefined) return;
    this.failures++;
    this.lastFailure = call.failed;
  }
}

function tokensOf({ promptTokens, completionTokens }: Call): number {
  return promptTokens + completionTokens;
}

/** A line that a crash cut off still was a call. */
function callIn(line: string): Call {
  try {
    return JSON.parse(line) as Call;
  } catch {
    return { url: '', promptTokens: 0, completionTokens: 0, ms: 0 };
  }
}
