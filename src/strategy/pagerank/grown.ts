/** The array itself if it is large enough, else a copy of at least double the size with zeros at the end. */
export function grown<Numbers extends Uint8Array | Uint32Array | Float64Array>(
  numbers: Numbers,
  size: number,
): Numbers {
  if (size <= numbers.length) return numbers;
  const larger = new (numbers.constructor as new (length: number) => Numbers)(Math.max(size, 2 * numbers.length));
  larger.set(numbers);
  return larger;
}
