/*
 * What a server or a page supplied goes into line-oriented heads. These functions make it harmless: whatever comes in,
 * what goes out is one line, and one field of that line.
 */

const UNSAFE_IN_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
const NOT_TOKEN = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/g;
const UNSAFE_IN_URI = /[^\x21-\x3b\x3d\x3f-\x7e]+/g;

/**
 * A value of one line. Control characters become spaces. Characters up to U+00FF stand for the bytes received, as
 * HTTP parsers hand them out; a value with others is taken for text and re-coded as UTF-8 bytes, because cutting
 * such characters to eight bits could turn them into line ends (U+010A).
 */
export function headerValue(text: string): string {
  if (!UNSAFE_IN_VALUE.test(text)) return text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  const line = text.replace(/[\x00-\x08\x0a-\x1f\x7f]/g, ' ');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of single bytes
  return /^[\x00-\xff]*$/.test(line) ? line : Buffer.from(line, 'utf8').toString('latin1');
}

/** A field name or method: characters that a token may not have become underscores. */
export function headerName(text: string): string {
  return text === '' ? '_' : text.replace(NOT_TOKEN, '_');
}

/** A URI without spaces, controls, angle brackets or characters beyond ASCII: these are percent-encoded. */
export function headerUri(text: string): string {
  return text.replace(UNSAFE_IN_URI, (run) =>
    Buffer.from(run, 'utf8').toString('hex').toUpperCase().replace(/../g, '%$&'),
  );
}
