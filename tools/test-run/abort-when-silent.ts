import type { TestEvent } from 'node:test/reporters';

/**
 * Passes the events of a test run on, and aborts the run when none has come for so many seconds: all files that are left
 * hang. The time limit of the runner itself is no help: since Node.js 24 it does not end processes.
 */
export async function* abortWhenSilent(
  events: AsyncIterable<TestEvent>,
  seconds: number,
  run: AbortController,
): AsyncGenerator<TestEvent, void> {
  const abort = () => run.abort(new Error(`It hangs: there was no sign of life for ${seconds} seconds.`));
  const timer = setTimeout(abort, seconds * 1_000);
  try {
    for await (const event of events) {
      timer.refresh();
      yield event;
    }
  } finally {
    clearTimeout(timer);
  }
}
