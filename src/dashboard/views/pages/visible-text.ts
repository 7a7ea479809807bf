/** Joiners are part of words in many languages, and harmless. */
const harmless: ReadonlySet<string> = new Set(['\n', '\t', '\u200c', '\u200d']);

/** Text of many lines in which nothing is hidden: control characters and changes of direction are written out as ⟨U+202E⟩. */
export function visibleText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (sign) =>
      harmless.has(sign) ? sign : `⟨U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`,
    );
}
