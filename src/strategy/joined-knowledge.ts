import { damagedKnowledge } from '../failure.js';
import type { Knowledge } from '../model/strategy.js';

const LENGTH_BYTES = 4;

/**
 * Several bodies of knowledge as one: their snapshots follow one another, each after its length. Snapshots of earlier versions may
 * have the first `least` of them only; the others stay as they are.
 */
export function joinedKnowledge(parts: readonly Knowledge[], least = parts.length): Knowledge {
  return {
    snapshot: () => framed(parts.map((part) => part.snapshot())),
    restore(data) {
      for (const [index, snapshot] of unframed(data, least, parts.length).entries()) parts[index]!.restore(snapshot);
    },
  };
}

function framed(snapshots: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(snapshots.reduce((sum, { length }) => sum + LENGTH_BYTES + length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const snapshot of snapshots) {
    view.setUint32(at, snapshot.length, true);
    bytes.set(snapshot, at + LENGTH_BYTES);
    at += LENGTH_BYTES + snapshot.length;
  }
  return bytes;
}

function unframed(data: Uint8Array, least: number, most: number): Uint8Array[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const snapshots: Uint8Array[] = [];
  let at = 0;
  while (snapshots.length < most && at + LENGTH_BYTES <= data.length) {
    const start = at + LENGTH_BYTES;
    at = start + view.getUint32(at, true);
    if (at <= data.length) snapshots.push(data.subarray(start, at));
  }
  if ((snapshots.length === least || snapshots.length === most) && at === data.length) return snapshots;
  throw damagedKnowledge('by its strategy', data.length);
}
