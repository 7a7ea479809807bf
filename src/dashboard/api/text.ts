/** Text in pieces, some of which match what was looked for. Joined they are the text. */
export type MarkedText = readonly MarkedPiece[];

export interface MarkedPiece {
  readonly text: string;
  readonly match?: true;
}

/** A figure with the bounds that it has in about four of five cases, or with a confidence of 95 % where the field says so. */
export interface Range {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** A part of a score: what it is called, how much it is, and what it means in words ('' where nobody described it). */
export interface ScorePart {
  readonly name: string;
  readonly value: number;
  readonly meaning: string;
}
