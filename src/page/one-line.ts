/** What a character does to running text. */
export const Spacing = {
  /** It is part of the text. */
  None: 0,
  /** It separates words: white space, and control characters, which must never reach a terminal or a log. */
  Space: 1,
  /** It is invisible and leaves no trace: soft hyphens, byte order marks, direction overrides. */
  Nothing: 2,
} as const;

export function spacingOf(code: number): number {
  if (code < 0x7f) return code <= 0x20 ? Spacing.Space : Spacing.None;
  if (code <= 0xa0) return Spacing.Space;
  if (code === 0xad) return Spacing.Nothing;
  if (code < 0x1680) return code === 0x61c ? Spacing.Nothing : Spacing.None;
  return spacingOfRareCharacter(code);
}

function spacingOfRareCharacter(code: number): number {
  if (code >= 0x2000 && code <= 0x200b) return Spacing.Space;
  if (code >= 0x202a && code <= 0x202e) return Spacing.Nothing;
  if (code >= 0x2066 && code <= 0x2069) return Spacing.Nothing;
  switch (code) {
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202f:
    case 0x205f:
    case 0x3000:
      return Spacing.Space;
    case 0x200e:
    case 0x200f:
    case 0x2060:
    case 0xfeff:
      return Spacing.Nothing;
    default:
      return Spacing.None;
  }
}

/** Looked up once: see text/tokens.ts. */
const { charCodeAt } = String.prototype;

/** The text on one line: runs of white space and control characters become one space, at most `limit` long. */
export function oneLine(text: string, limit: number): string {
  let line = '';
  let wordStart = -1;
  // Whether a space is due before the next word. To look at the end of the line instead would copy all of it each time.
  let isSpaceDue = false;
  for (let i = 0; i <= text.length; i++) {
    const spacing = i < text.length ? spacingOf(charCodeAt.call(text, i)) : Spacing.Space;
    if (spacing === Spacing.None) {
      if (wordStart < 0) wordStart = i;
      continue;
    }
    if (wordStart >= 0) {
      line += isSpaceDue ? ` ${text.slice(wordStart, i)}` : text.slice(wordStart, i);
      isSpaceDue = false;
    }
    wordStart = -1;
    if (line.length > limit) break;
    if (spacing === Spacing.Space && line !== '') isSpaceDue = true;
  }
  return clip(line, limit);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to keep out.
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text of many lines without what could steer a terminal: control characters but line feeds and tabs, and direction overrides. */
export function withoutControls(text: string): string {
  return text.replace(steering, '');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to keep out.
const breaking = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
const isInert = /^[ -~\u00a0-\u0600\u0900-\u1fff\u3000-\ufffd]*$/;

/** Text that steers no terminal and forges no line: each control character becomes a space, changes of direction go. */
export function inertText(text: string): string {
  // Nearly all texts are, and a look is cheaper than a replacement.
  return isInert.test(text) ? text : text.replace(breaking, ' ').replace(steering, '');
}

/** At most `limit` code units, never half of a surrogate pair. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit).trimEnd();
}
