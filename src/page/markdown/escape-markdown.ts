/** What could begin or end markup within a line. Underscores within words are only letters. */
const INLINE = /[\\`*[\]<]|~(?=~)|&(?=#?\w{1,31};)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** What could begin a heading, a quotation, a list, a rule or code at the beginning of a line. */
const LINE_START = /^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|-(?=-)|=(?==*\s*$)|~(?=~))/;
const NUMBERED = /^(\d{1,9})([.)])(?=\s|$)/;

/** Text that means nothing but itself, within a line. */
export function escapeInline(text: string): string {
  return text.replace(INLINE, '\\$&');
}

/** The finished text of a line, whose first characters must not make it another kind of line. */
export function escapeLineStart(line: string): string {
  return line.replace(LINE_START, '\\$&').replace(NUMBERED, '$1\\$2');
}
