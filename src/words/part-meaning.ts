/** Whether a strategy's name of a part, which may end in `*`, stands for this one. */
export function isPart(described: string, name: string): boolean {
  return described.endsWith('*') ? name.startsWith(described.slice(0, -1)) : name === described;
}
