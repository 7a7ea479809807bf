import fc from 'fast-check';

/** A change of some bytes. Places are fractions of their length, so that a case keeps its sense while it shrinks. */
type Mutation = (bytes: Buffer) => Buffer;

const place = fc.nat(999).map((thousandths) => thousandths / 1_000);

/**
 * Documents of a corpus with a few things done to them: bytes changed, parts lost, doubled, moved, repeated a hundred times or
 * taken from another document, `tokens` of the grammar where they do not belong, the end cut off. None is longer than `longest`.
 */
export function mutated(
  corpus: readonly (string | Uint8Array)[],
  tokens: readonly string[],
  longest = 20_000,
): fc.Arbitrary<Buffer> {
  const document: fc.Arbitrary<Buffer> = fc.constantFrom(...corpus.map((one) => Buffer.from(one)));
  const mutation: fc.Arbitrary<Mutation> = fc.oneof(
    fc.tuple(place, fc.nat(255)).map(([at, byte]) => replacing(at, 1, () => Buffer.from([byte]))),
    fc.tuple(place, fc.constantFrom(...tokens)).map(([at, token]) => replacing(at, 0, () => Buffer.from(token))),
    fc.tuple(place, fc.nat(40)).map(([at, length]) => replacing(at, length, () => Buffer.alloc(0))),
    fc.tuple(place, fc.nat(200), fc.constantFrom(2, 3, 100)).map(([at, length, times]) => repeating(at, length, times)),
    fc.tuple(place, place, fc.nat(200)).map(([at, from, length]) => copying(at, from, length)),
    fc.tuple(document, place, place).map(([other, at, from]) => grafting(other, at, from)),
    place.map((at) => (bytes: Buffer) => bytes.subarray(0, offsetIn(bytes, at))),
  );
  return fc
    .tuple(document, fc.array(mutation, { minLength: 1, maxLength: 6 }))
    .map(([start, mutations]) =>
      mutations.reduce<Buffer>((bytes, mutate) => mutate(bytes).subarray(0, longest), start),
    );
}

function offsetIn(bytes: Buffer, at: number): number {
  return Math.floor(at * bytes.length);
}

function replacing(at: number, length: number, by: (part: Buffer) => Buffer): Mutation {
  return (bytes) => {
    const start = offsetIn(bytes, at);
    return Buffer.concat([
      bytes.subarray(0, start),
      by(bytes.subarray(start, start + length)),
      bytes.subarray(start + length),
    ]);
  };
}

function repeating(at: number, length: number, times: number): Mutation {
  return replacing(at, length, (part) => Buffer.concat(Array<Buffer>(times).fill(part)));
}

function copying(at: number, from: number, length: number): Mutation {
  return (bytes) => {
    const start = offsetIn(bytes, from);
    return replacing(at, 0, () => bytes.subarray(start, start + length))(bytes);
  };
}

function grafting(other: Buffer, at: number, from: number): Mutation {
  return (bytes) => Buffer.concat([bytes.subarray(0, offsetIn(bytes, at)), other.subarray(offsetIn(other, from))]);
}
