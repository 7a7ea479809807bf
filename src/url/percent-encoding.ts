/**
 * One spelling for each percent-escape (RFC 3986, 6.2.2): two URLs or robots patterns that mean the same octets are
 * then equal as strings. Escapes of reserved characters are never decoded: `a%2Fb` is one segment, `a/b` is two.
 */

const UNRESERVED = /[A-Za-z0-9._~-]/;
const ESCAPES = Array.from({ length: 256 }, (_, octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`);
const UNRESERVED_OR_ESCAPE = ESCAPES.map((escaped, octet) => {
  const character = String.fromCharCode(octet);
  return UNRESERVED.test(character) ? character : escaped;
});

/** A `%` that starts anything but an escape, in upper case, of a character that is not unreserved. */
const NOT_NORMAL = /%(?![0189A-F][0-9A-F]|2[0-9A-CF]|3[A-F]|40|5[B-E]|60|7[B-DF])/;

/** Decodes escapes of unreserved characters, writes the others in upper case, and escapes a `%` that starts none. */
export function normaliseEscapes(text: string): string {
  // The URL parser writes its own escapes normally, and links in most scripts consist of these.
  return NOT_NORMAL.test(text) ? respellEscapes(text, UNRESERVED_OR_ESCAPE) : text;
}

/** Like `normaliseEscapes`, but what was escaped stays escaped. */
export function upperCaseEscapes(text: string): string {
  return respellEscapes(text, ESCAPES);
}

/** Escapes every character that the global pattern matches, as its UTF-8 octets; an unpaired surrogate as U+FFFD. */
export function escapeCharacters(text: string, pattern: RegExp): string {
  return text.replace(pattern, (matched) => {
    let escaped = '';
    for (const octet of Buffer.from(matched)) escaped += ESCAPES[octet];
    return escaped;
  });
}

function respellEscapes(text: string, spelling: readonly string[]): string {
  if (!text.includes('%')) return text;
  return text.replace(/%([0-9A-Fa-f]{2})?/g, (_, hex: string | undefined) =>
    hex === undefined ? '%25' : spelling[Number.parseInt(hex, 16)]!,
  );
}
