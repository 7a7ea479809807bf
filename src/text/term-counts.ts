/**
 * Terms of a text as numbers: the 32-bit hash of each distinct term and how often it occurs, in order of first appearance.
 * Typed arrays cross threads without copying; strings are kept only for what people see.
 */
export interface TermCounts {
  readonly ids: Uint32Array;
  readonly counts: Uint32Array;
}
