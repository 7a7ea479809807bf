const bars = '▁▂▃▄▅▆▇█';

/** A curve on one line, in at most `width` characters, each the mean of its part of the values; `top` is the full height. */
export function sparkline(values: readonly number[], width: number, top = Math.max(0, ...values)): string {
  const cells = Math.max(0, Math.min(width, values.length));
  let line = '';
  for (let cell = 0; cell < cells; cell++) {
    const part = values.slice(
      Math.floor((cell * values.length) / cells),
      Math.floor(((cell + 1) * values.length) / cells),
    );
    const mean = part.reduce((sum, value) => sum + value, 0) / part.length;
    const level = top > 0 ? Math.floor((mean / top) * bars.length) : 0;
    line += bars[Math.max(0, Math.min(bars.length - 1, level))];
  }
  return line;
}
