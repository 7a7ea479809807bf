import assert from 'node:assert/strict';

const times = 8;
/** Linear work grows by 8 and quadratic work by 64; between them lies what caches and the collector of garbage do. */
const most = 32;
/** Work below this, in microseconds, is no measure of anything. */
const least = 2_000;
const tries = 4;

/**
 * The work for an input that is eight times as long may be eight times as much, give or take a generous factor. Processor time is
 * compared, not the clock's, so that a busy machine does not matter; only a growth that is seen again and again counts.
 */
export async function assertLinear<Input>(
  name: string,
  inputOf: (scale: number) => Input,
  work: (input: Input) => unknown,
): Promise<void> {
  const [small, large] = [inputOf(1), inputOf(times)];
  await work(small);
  let growth = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < tries && growth > most; attempt++) {
    const base = await cost(small, work);
    growth = Math.min(growth, (await cost(large, work)) / Math.max(base, least));
  }
  assert.ok(growth <= most, `${name}: ${times} times the input took ${growth.toFixed(1)} times the work`);
}

async function cost<Input>(input: Input, work: (input: Input) => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work(input);
  const { user, system } = process.cpuUsage(start);
  return user + system;
}
