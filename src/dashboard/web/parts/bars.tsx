interface BarsProps {
  readonly label: string;
  readonly rows: readonly { readonly name: string; readonly value: number; readonly words: string }[];
}

/** Values beside each other, as bars with their numbers. */
export function Bars({ label, rows }: BarsProps) {
  const highest = Math.max(...rows.map(({ value }) => value), 1);
  return (
    <dl class="bars" aria-label={label}>
      {rows.map(({ name, value, words }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <meter min={0} max={highest} value={value} aria-hidden="true" /> {words}
          </dd>
        </div>
      ))}
    </dl>
  );
}
