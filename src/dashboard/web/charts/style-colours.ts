/** The colours of the style as a canvas takes them, by their names in tokens.css. */
export function styleColours(box: HTMLElement, names: readonly string[]): (name: string) => string {
  const probe = document.createElement('i');
  box.append(probe);
  const found = new Map(
    names.map((name) => {
      probe.style.color = `var(--${name})`;
      return [name, getComputedStyle(probe).color] as const;
    }),
  );
  probe.remove();
  return (name) => found.get(name) ?? 'rgb(128, 128, 128)';
}
