import { damagedKnowledge } from '../../failure.js';
import type { Knowledge } from '../../model/strategy.js';
import { bytesOf } from '../bytes-of.js';

/** Knowledge that is a row of numbers. Its snapshot is the row itself, to be copied before it changes: joined knowledge does. */
export function numbersKnowledge(read: () => Float64Array, become: (numbers: Float64Array) => void): Knowledge {
  return {
    snapshot: () => bytesOf(read()),
    restore: (data) => become(numbersIn(data)),
  };
}

/** The numbers, if there are as many as there have to be. */
export function exactly(numbers: Float64Array, length: number): Float64Array {
  if (numbers.length !== length) throw damagedKnowledge('by the strategy osprey', numbers.byteLength);
  return numbers;
}

function numbersIn(data: Uint8Array): Float64Array {
  if (data.length % 8 !== 0) throw damagedKnowledge('by the strategy osprey', data.length);
  return new Float64Array(new Uint8Array(data).buffer);
}
