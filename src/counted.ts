/** Thousands apart: 4,654. */
export function count(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 0 });
}

export function counted(value: number, one: string, many = `${one}s`): string {
  const shown = count(value);
  return `${shown} ${shown === '1' ? one : many}`;
}
