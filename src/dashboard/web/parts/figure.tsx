interface FigureProps {
  readonly value: string;
  readonly words: string;
  readonly more?: string;
}

/** A figure with what it counts. */
export function Figure({ value, words, more }: FigureProps) {
  return (
    <li>
      <b>{value}</b> {words}
      {more && <small>{more}</small>}
    </li>
  );
}
