import { createInterface } from 'node:readline';
import type { ReadStream } from 'node:tty';

/** What ends a program that reads keys itself: Ctrl-C. */
export const interrupt = '\u0003';
const endOfInput = '\u0004';
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one.
const escapeCodes = /\u001b(?:\[[\d;]*[A-Za-z~]|O[A-Z]|.?)/gsu;

/**
 * What a person presses, key by key, in lower case. Where standard input is no terminal, each of its lines is a key, so that
 * scripts can press them too. Ends with the input; the terminal is as it was then.
 */
export async function* pressedKeys(input: NodeJS.ReadStream = process.stdin): AsyncGenerator<string, void, undefined> {
  try {
    if (input.isTTY) yield* keysOfTerminal(input);
    else for await (const line of createInterface({ input })) yield line.trim().toLowerCase();
  } finally {
    input.pause();
    // Whoever holds the other end of a pipe may keep it open: that is nothing to wait for.
    input.unref();
  }
}

async function* keysOfTerminal(terminal: ReadStream): AsyncGenerator<string, void, undefined> {
  terminal.setRawMode(true);
  try {
    for await (const chunk of terminal.iterator({ destroyOnReturn: false })) {
      for (const key of keysIn(String(chunk))) {
        if (key === endOfInput) return;
        yield key;
      }
    }
  } finally {
    terminal.setRawMode(false);
  }
}

/** Keys that send escape codes (arrows, function keys, letters behind Alt) say nothing here. */
export function keysIn(chunk: string): string[] {
  return [...chunk.replace(escapeCodes, '').toLowerCase()];
}
