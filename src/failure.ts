/**
 * What the caller should do about a failure:
 * `retry` later (the same request may succeed), `skip` (this URL never will), `fatal` (the crawl cannot go on).
 */
export type FailurePolicy = 'retry' | 'skip' | 'fatal';

/** An expected failure: a stable code for programs, a sentence for people, and the evidence behind both. */
export class Failure extends Error {
  override readonly name: string = 'Failure';

  constructor(
    readonly code: string,
    message: string,
    readonly policy: FailurePolicy,
    readonly evidence: Record<string, unknown> = {},
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** The user's input is wrong. The message is one sentence that names the fix; the command line exits with code 2. */
export class UsageError extends Failure {
  override readonly name = 'UsageError';

  constructor(code: string, message: string, evidence: Record<string, unknown> = {}) {
    super(code, message, 'fatal', evidence);
  }
}

/** Knowledge of a crawl that was saved and cannot be read again. */
export function damagedKnowledge(what: string, bytes: number): Failure {
  const message = `What the crawl has learnt (${what}) is damaged: re-judge the crawl or start it anew.`;
  return new Failure('knowledge-damaged', message, 'fatal', { bytes });
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
