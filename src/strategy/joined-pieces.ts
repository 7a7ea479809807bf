import type { Pieces } from '../model/strategy.js';

/** One copy of them all. */
export function joinedPieces(pieces: Pieces): Uint8Array {
  const bytes = new Uint8Array(pieces.length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
