import path from 'node:path';
import type { TestEvent } from 'node:test/reporters';

const SHOWN = 10;

/**
 * Passes the events of a test run on, and adds which files took longest just before the closing counts.
 * `sources`: what each file that is run was compiled from.
 */
export async function* slowestFiles(
  events: AsyncIterable<TestEvent>,
  sources: ReadonlyMap<string, string>,
): AsyncGenerator<TestEvent, void> {
  const seconds = new Map<string, number>();
  for await (const event of events) {
    const { type, data } = event;
    // To the runner a file is a test as well, named after its path. It takes as long as its process.
    if (type === 'test:complete' && data.nesting === 0) {
      const source = sources.get(path.resolve(data.name));
      if (source !== undefined) seconds.set(source, data.details.duration_ms / 1_000);
    }
    if (type === 'test:diagnostic' && data.nesting === 0 && /^tests \d+$/.test(data.message)) yield* linesFor(seconds);
    yield event;
  }
}

function* linesFor(seconds: ReadonlyMap<string, number>): Generator<TestEvent> {
  const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, SHOWN);
  const lines = slowest.map(([file, time]) => `${time.toFixed(1).padStart(6)} s  ${file}`);
  for (const message of ['slowest files', ...lines]) yield { type: 'test:diagnostic', data: { nesting: 0, message } };
}
