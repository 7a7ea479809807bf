/**
 * What a strategy's `features` made of a page: plain data, as JSON has it, and `Float32Array`s for embeddings. Other objects come back
 * as JSON would keep them: a date as text, a number that is not finite as null.
 */
export type Features =
  | number
  | string
  | boolean
  | null
  | Float32Array
  | readonly Features[]
  | { readonly [name: string]: Features };

/** The key of an object that stands for a `Float32Array`: its bytes, little-endian, as Base64. */
const floatsKey = '$float32';

/** As the store keeps them. Throws a `TypeError` for what cannot be kept: functions, cycles, big integers, nothing at all. */
export function encodeFeatures(features: Features): string {
  const text: string | undefined = JSON.stringify(features, (_key, value: unknown) =>
    value instanceof Float32Array ? { [floatsKey]: bytesOf(value).toString('base64') } : value,
  );
  if (text === undefined) throw new TypeError('features must be numbers, texts, lists or objects of these.');
  return text;
}

export function decodeFeatures(text: string): Features {
  return JSON.parse(text, (_key, value: unknown) => (isFloats(value) ? floatsOf(value[floatsKey]) : value)) as Features;
}

function isFloats(value: unknown): value is { readonly [floatsKey]: string } {
  return typeof value === 'object' && value !== null && floatsKey in value && typeof value[floatsKey] === 'string';
}

function bytesOf(floats: Float32Array): Buffer {
  const bytes = Buffer.alloc(floats.length * 4);
  for (const [index, value] of floats.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes;
}

function floatsOf(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  return Float32Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readFloatLE(index * 4));
}
