/** What PostgreSQL cannot keep in a text, as JSON has it: the character 0, and halves of surrogate pairs. */
const unkeepable = /\\u(?:0000|d[89a-f])/;

/** Rows as one parameter, for `json_to_recordset`. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  if (!unkeepable.test(text)) return text;
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'string' ? keepableText(inner) : inner));
}

/** A text without what PostgreSQL cannot keep. */
export function keepableText(text: string): string {
  return Buffer.from(text).toString().replaceAll('\0', '\ufffd');
}

/** A number as JSON keeps it for a column that also takes infinities. */
export function realNumber(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}
