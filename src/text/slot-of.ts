/**
 * Hash tables by 32-bit hashes, which are their own keys: entries lie in arrays of their own, in order of insertion, and `slots`
 * holds index + 1 of each, at the first free place from its key's low bits on. There are a power of two of them, at most half
 * of which may be used.
 *
 * The slot of the key, or the free one that it would get.
 */
export function slotOf(slots: Uint32Array, keys: Uint32Array, key: number): number {
  const mask = slots.length - 1;
  let slot = key & mask;
  for (let entry = slots[slot]!; entry !== 0 && keys[entry - 1] !== key; entry = slots[slot]!) slot = (slot + 1) & mask;
  return slot;
}

/** The slots of the first keys, with room for as many as the array may hold. */
export function slotsFor(keys: Uint32Array, size: number): Uint32Array<ArrayBuffer> {
  const slots = new Uint32Array(2 * keys.length);
  for (let entry = 0; entry < size; entry++) slots[slotOf(slots, keys, keys[entry]!)] = entry + 1;
  return slots;
}
