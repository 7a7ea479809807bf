import { damagedKnowledge } from '../failure.js';
import type { Knowledge } from '../model/strategy.js';

const LENGTH_BYTES = 4;

/**
 * Several bodies of knowledge as one: their snapshots follow one another, each after its length. Snapshots of earlier versions may
 * have the first `least` of them only; the others stay as they are.
 */
export function joinedKnowledge(parts: readonly Knowledge[], least = parts.length): Knowledge {
  const pieces = () => parts.flatMap(framed);
  return {
    pieces,
    snapshot: () => joined(pieces()),
    restore(data) {
      for (const [index, snapshot] of unframed(data, least, parts.length).entries()) parts[index]!.restore(snapshot);
    },
  };
}

function framed(part: Knowledge): Uint8Array[] {
  const pieces = part.pieces?.() ?? [part.snapshot()];
  const length = new Uint8Array(LENGTH_BYTES);
  new DataView(length.buffer).setUint32(0, lengthOf(pieces), true);
  return [length, ...pieces];
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(lengthOf(pieces));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
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
