interface SparklineProps {
  /** Oldest first. */
  readonly values: readonly number[];
  readonly label: string;
}

const [width, height] = [120, 28] as const;

/** A line the size of a word. What it says is said in its label as well. */
export function Sparkline({ values, label }: SparklineProps) {
  const highest = Math.max(...values, 0) || 1;
  const places = values.map((value, index) => {
    const x = values.length < 2 ? width : (index * width) / (values.length - 1);
    return `${x.toFixed(1)} ${(height - 2 - ((height - 4) * value) / highest).toFixed(1)}`;
  });
  return (
    <svg class="sparkline" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} preserveAspectRatio="none">
      <title>{label}</title>
      {places.length > 1 && (
        <>
          <path class="area" d={`M0 ${height}L${places.join('L')}L${width} ${height}Z`} />
          <path class="line" d={`M${places.join('L')}`} />
        </>
      )}
    </svg>
  );
}
