import { damagedKnowledge } from '../failure.js';
import type { Knowledge, Pieces } from '../model/strategy.js';
import { joinedPieces } from './joined-pieces.js';

const LENGTH_BYTES = 4;

/**
 * Several bodies of knowledge as one: their snapshots follow one another, each after its length. Snapshots of earlier versions may
 * have the first of them only, as many as `earlier` says; the others stay as they are.
 */
export function joinedKnowledge(parts: readonly Knowledge[], earlier: readonly number[] = []): Knowledge {
  const pieces = () => framed(parts.map((part) => part.pieces?.() ?? wholePiece(part.snapshot())));
  return {
    pieces,
    snapshot: () => joinedPieces(pieces()),
    restore(data) {
      for (const [index, snapshot] of unframed(data, [...earlier, parts.length]).entries())
        parts[index]!.restore(snapshot);
    },
  };
}

function wholePiece(snapshot: Uint8Array): Pieces {
  return {
    length: snapshot.length,
    *[Symbol.iterator]() {
      yield snapshot;
    },
  };
}

function framed(parts: readonly Pieces[]): Pieces {
  return {
    length: parts.reduce((sum, { length }) => sum + LENGTH_BYTES + length, 0),
    *[Symbol.iterator]() {
      for (const part of parts) {
        const length = new Uint8Array(LENGTH_BYTES);
        new DataView(length.buffer).setUint32(0, part.length, true);
        yield length;
        yield* part;
      }
    },
  };
}

function unframed(data: Uint8Array, counts: readonly number[]): Uint8Array[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const snapshots: Uint8Array[] = [];
  let at = 0;
  while (snapshots.length < counts.at(-1)! && at + LENGTH_BYTES <= data.length) {
    const start = at + LENGTH_BYTES;
    at = start + view.getUint32(at, true);
    if (at <= data.length) snapshots.push(data.subarray(start, at));
  }
  if (counts.includes(snapshots.length) && at === data.length) return snapshots;
  throw damagedKnowledge('by its strategy', data.length);
}
