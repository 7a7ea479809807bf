import { redacted } from '../../redact.js';

/** A code that moves the cursor up, clears or styles; a line end; other control characters but line feed and tab; changes of direction. */
const steering = /\p{Cc}\[\d{0,3}[AJKm]|\r\n?|[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * The text as it may be written to a stream: without passwords, and without what could steer a terminal. To a terminal, the few codes that Osprey itself draws with
 * pass, and carriage returns; values of others have lost theirs before.
 */
export function guarded(text: string, isTerminal: boolean): string {
  return redacted(text).replace(steering, (found) => {
    if (found === '\r\n') return found;
    const isOwn = found === '\r' || (found.startsWith('\u001b') && found.length > 1);
    return isTerminal && isOwn ? found : '';
  });
}

/** All text that the process writes goes through `guarded`; bytes, such as archives, do not. */
export function guardOutput(stream: NodeJS.WriteStream): void {
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean;
  stream.write = ((chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === 'string' ? guarded(chunk, stream.isTTY) : chunk, ...rest)) as typeof stream.write;
}
