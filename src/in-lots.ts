import { setImmediate as nextTurn } from 'node:timers/promises';

/** Items between two turns of the event loop: some ten milliseconds of whatever is done with a link. */
export const lot = 500;

/** Works on item after item, and lets the event loop turn after each lot of them: for lists that may be very long. */
export async function inLots<T>(items: readonly T[], work: (item: T) => void | Promise<void>): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % lot === 0) await nextTurn();
    const done = work(item);
    if (done !== undefined) await done;
  }
}
