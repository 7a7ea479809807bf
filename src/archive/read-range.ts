import { closeSync, openSync, readSync } from 'node:fs';
import { unreadableRecord } from './unreadable-record.js';

export const MAX_RECORD_BYTES = 256 * 1024 * 1024;

/** The bytes of a range of a file, given by path or by open descriptor. */
export function readRange(file: string | number, offset: number, length: number, maxBytes = MAX_RECORD_BYTES): Buffer {
  // Deflate never grows data by more than a fraction, so a longer range cannot hold a record within the limit.
  if (length > maxBytes * 1.01 + 1024) throw unreadableRecord('too large', { file, offset, length });
  const descriptor = typeof file === 'number' ? file : openSync(file, 'r');
  try {
    const bytes = Buffer.allocUnsafe(length);
    for (let filled = 0; filled < length; ) {
      const read = readSync(descriptor, bytes, filled, length - filled, offset + filled);
      if (read === 0) throw unreadableRecord('incomplete', { file, offset, length });
      filled += read;
    }
    return bytes;
  } finally {
    if (descriptor !== file) closeSync(descriptor);
  }
}
