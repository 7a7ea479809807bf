/** A number with the parts it was made of, so that every decision can be explained. */
export interface Score {
  readonly value: number;
  readonly parts: Readonly<Record<string, number>>;
}
