import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Failure } from '../../src/failure.js';

/** The same cases in every run, so that a failure is somebody's change and not somebody's luck. */
const seed = 2_024;
/** For longer runs by hand: `OSPREY_FUZZ_RUNS=100` tries a hundred times as many cases. */
const multiple = Number(process.env.OSPREY_FUZZ_RUNS ?? 1);

const optionsFor = (runs: number) => ({ seed, numRuns: Math.ceil(runs * multiple) });

/** A failure names the seed and the path to the smallest case that shows it. */
export function fuzz<Case>(runs: number, cases: fc.Arbitrary<Case>, holds: (one: Case) => void): void {
  fc.assert(fc.property(cases, holds), optionsFor(runs));
}

export function fuzzAsync<Case>(
  runs: number,
  cases: fc.Arbitrary<Case>,
  holds: (one: Case) => Promise<void>,
): Promise<void> {
  return fc.assert(fc.asyncProperty(cases, holds), optionsFor(runs));
}

/** What `action` returns; undefined where it throws a failure with one of these codes. Anything else is a crash. */
export function unlessRefused<Result>(codes: readonly string[], action: () => Result): Result | undefined {
  try {
    return action();
  } catch (thrown) {
    assertRefusal(codes, thrown);
    return undefined;
  }
}

export function assertRefusal(codes: readonly string[], thrown: unknown): asserts thrown is Failure {
  if (!(thrown instanceof Failure)) throw thrown;
  assert.ok(codes.includes(thrown.code), `a failure that is not documented: ${thrown.code}`);
}
