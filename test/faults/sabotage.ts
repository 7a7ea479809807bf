import { isMainThread, parentPort } from 'node:worker_threads';

/**
 * Loaded with `--import` into the real program, and so into its threads: a thread that is given a page with one of these
 * words runs out of memory, or exits.
 */
export const deadlyWords = { memory: 'eats-all-memory', exit: 'exits-at-once' } as const;

if (!isMainThread && parentPort !== null) {
  const port = parentPort;
  const on = port.on.bind(port);
  port.on = ((event: string, listener: (message: unknown) => void) =>
    on(event as 'message', (message: unknown) => {
      const text = textOf(message);
      // Pages that came before are read first, as they would be if this one did the harm when its turn comes.
      if (text.includes(deadlyWords.exit)) setImmediate(() => process.exit(7));
      else if (text.includes(deadlyWords.memory)) setImmediate(fillMemory);
      else listener(message);
    })) as typeof port.on;
}

function textOf(message: unknown): string {
  const { job } = message as { job?: { exchange: { response: { body: Uint8Array } } } };
  return Buffer.from(job?.exchange.response.body ?? []).toString('latin1');
}

function fillMemory(): void {
  const kept: number[][] = [];
  for (;;) kept.push(new Array(1_000_000).fill(0.5));
}
