import { escapeCharacters, normaliseEscapes, upperCaseEscapes } from '../url/percent-encoding.js';

/** A longer pattern is cut; no URL that is crawled has a longer path. */
export const MAX_PATTERN_LENGTH = 2_048;

/** Characters whose escaped and plain forms both occur in URLs for the same thing; compared as escapes (2.2.3). */
const SPECIAL = /[^\w!%&()+,./:;=?@~\-\u0080-\uffff]/g;
const NON_ASCII = /[\u0080-\uffff]+/g;

/**
 * The path and query of a URL in the two spellings that patterns are compared with. Canonical URLs have only one.
 * `written` keeps the escapes that the URL came with, `normal` has those of unreserved characters decoded.
 */
export interface RobotsSubject {
  readonly written: string;
  readonly normal: string;
}

/** Literal parts between the `*` of a pattern; the first one starts the path. */
export interface RobotsPattern {
  readonly parts: readonly string[];
  /** The pattern ended in `$`. */
  readonly anchored: boolean;
  /** Octets of the normalised pattern: the longest match wins. */
  readonly specificity: number;
}

/**
 * Reads the value of an Allow or Disallow line, or gives undefined when it can match nothing.
 *
 * RFC 9309 and its reference parser disagree on whether `%62` in a rule means `b` (2.2.2 against the parser's tests).
 * Doubt forbids: a Disallow is compared decoded, an Allow as it is written. In the same spirit a pattern that is too
 * long is cut, hence widened, in a Disallow and dropped in an Allow.
 */
export function parsePattern(value: string, allow: boolean): RobotsPattern | undefined {
  if (value[0] !== '/' && value[0] !== '*') return undefined;
  const tooLong = value.length > MAX_PATTERN_LENGTH;
  if (tooLong && allow) return undefined;
  const kept = tooLong ? value.slice(0, MAX_PATTERN_LENGTH) : value;
  const anchored = !tooLong && kept.endsWith('$');
  const written = (anchored ? kept.slice(0, -1) : kept).split('*').map((part) => escapeSpecial(escapeNonAscii(part)));
  const normal = written.map(normaliseEscapes);
  const specificity = normal.reduce((sum, part) => sum + part.length + 1, anchored ? 0 : -1);
  const parts = (allow ? written : normal).filter((part, at, all) => at === 0 || at === all.length - 1 || part !== '');
  return { parts, anchored, specificity };
}

export function subjectOf(pathAndQuery: string): RobotsSubject {
  const written = escapeSpecial(pathAndQuery);
  return { written, normal: normaliseEscapes(escapeNonAscii(written)) };
}

/**
 * Takes each part at its first occurrence after the one before, which is right because nothing but `*` stands between
 * them; so there is no backtracking and the path is searched through once, however many `*` the pattern has.
 */
export function patternMatches(pattern: RobotsPattern, path: string): boolean {
  const { parts, anchored } = pattern;
  const first = parts[0]!;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = parts.length - 1;
  if (last === 0) return !anchored || at === path.length;
  for (let index = 1; index < (anchored ? last : last + 1); index++) {
    const part = parts[index]!;
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return !anchored || (path.endsWith(parts[last]!) && path.length - parts[last]!.length >= at);
}

function escapeSpecial(text: string): string {
  return escapeCharacters(upperCaseEscapes(text), SPECIAL);
}

function escapeNonAscii(text: string): string {
  return escapeCharacters(text, NON_ASCII);
}
