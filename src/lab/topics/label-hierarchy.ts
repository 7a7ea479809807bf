/** A label and all that it lies below, broadest first: `Science.Biology` is `Science` and `Science.Biology`. */
export function labelAndAbove(label: string): string[] {
  const parts = label.split('.');
  return parts.map((_, index) => parts.slice(0, index + 1).join('.')).filter((above) => above !== '');
}

/** Whether a label is the wanted one or lies below it. */
export function isWithin(label: string, wanted: string): boolean {
  return label.startsWith(wanted) && (label.length === wanted.length || label[wanted.length] === '.');
}

/** Whether one of the labels is a wanted one or lies below it. */
export function carriesOneOf(labels: readonly string[], wanted: readonly string[]): boolean {
  return labels.some((label) => wanted.some((one) => isWithin(label, one)));
}
