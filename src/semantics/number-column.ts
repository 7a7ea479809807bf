/** Whole numbers below 2^32 as bytes: seven bits each, the lowest first, and a high bit where more follow. */
export function encodeNumbers(numbers: Iterable<number>): Buffer {
  const bytes: number[] = [];
  for (const number of numbers) {
    let rest = number;
    for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
    bytes.push(rest);
  }
  return Buffer.from(bytes);
}

export function decodeNumbers(bytes: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(bytes.length);
  let count = 0;
  let number = 0;
  let shift = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    number |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte > 0x7f) continue;
    numbers[count++] = number;
    number = 0;
    shift = 0;
  }
  return numbers.slice(0, count);
}

/** Numbers of either sign as numbers from 0, those near 0 staying small. */
export function zigzag(signed: number): number {
  return signed < 0 ? -2 * signed - 1 : 2 * signed;
}

export function unzigzag(number: number): number {
  return (number >>> 1) ^ -(number & 1);
}
