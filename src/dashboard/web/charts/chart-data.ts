/** A line of a chart: a value for each place on the axis, null where there is none. */
export interface ChartLine {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** A colour of the palette. */
  readonly colour: 'c0' | 'c1' | 'c2' | 'c3' | 'c4' | 'c5' | 'grey';
  readonly dashed?: boolean;
  /** Filled down to the axis. */
  readonly filled?: boolean;
  /** Drawn as the edge of a band with the line before it, in pale. */
  readonly band?: boolean;
}

/** Something that happened, on the axis of all charts. */
export interface ChartMark {
  /** A place on the axis. */
  readonly x: number;
  readonly kind: 'label' | 'edit' | 'fault' | 'resume' | 'control';
  readonly words: string;
}

export interface ChartProps {
  readonly title: string;
  /** What one sees, in a sentence; for those who do not see it as well. */
  readonly note?: string;
  /** Moments in ms, or pages fetched. */
  readonly x: readonly number[];
  readonly axis: 'time' | 'pages';
  readonly lines: readonly ChartLine[];
  readonly marks?: readonly ChartMark[];
  readonly format: (value: number) => string;
  /** Shorter, at the axis; the same where absent. */
  readonly tick?: (value: number) => string;
  /** The highest value of the scale, where it is known. */
  readonly top?: number;
  readonly height?: number;
}
