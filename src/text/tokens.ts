import { kindAt, LETTER, MARK, UNSPACED } from './character-kinds.js';
import { fold } from './fold.js';
import { endOfHash, hashUnit, startOfHash } from './term-id.js';

/** Longer tokens are no words (encoded data, glued text) and are dropped. */
const LONGEST_TOKEN = 64;
/** Latin, Greek and Cyrillic lie below; their letters are folded one by one through a table. */
const TABLE_SIZE = 0x530;
const SEPARATOR = 0;
/** The unit needs its neighbours, or folds to several units: its stretch of text takes the slow way. */
const COMPLEX = 0xffff;
/** A slow stretch ends at the first separator after this many units that are not complex. */
const QUIET = 32;

/**
 * Looked up once. Strings are of many kinds (of one or two bytes a character, parts of others, joined), and for a method that is looked up on
 * more than four of them the compiler has no code of its own: a page's tokens would take twice as long. Every module that needs it has a constant
 * of its own: of what is imported the compiler does not know that it is constant, which costs as much.
 */
const { charCodeAt } = String.prototype;

/** Receives each token as its place in a text that `tokenAt` reads, and two independent 32-bit hashes of it. */
export interface TokenSink {
  /** `hash` is the `termId` of the token. */
  take(hash: number, check: number, text: string, start: number, end: number): void;
}

/**
 * Finds the tokens of a text, or of `[from, to)` in it: the runs of letters and digits (with the marks that belong to letters) of `fold(text)`.
 * A run in a script written without spaces between words (Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese)
 * becomes its overlapping pairs of characters. Time is linear in the text, and nothing is allocated for European text.
 */
export function scanTokens(text: string, sink: TokenSink, from = 0, to = text.length): void {
  table ??= foldingTable();
  let position = from;
  while (position < to) {
    let unit = foldUnit(table, charCodeAt.call(text, position));
    if (unit === SEPARATOR) {
      position++;
      continue;
    }
    const start = position;
    let hash = startOfHash;
    let check = 0;
    while (unit !== SEPARATOR && unit !== COMPLEX) {
      hash = hashUnit(hash, unit);
      check = (Math.imul(check, 31) + unit) | 0;
      if (++position === to) break;
      unit = foldUnit(table, charCodeAt.call(text, position));
    }
    if (unit === COMPLEX) {
      position = endOfStretch(table, text, position, to);
      scanSlowly(text.slice(start, position), sink);
    } else if (position - start <= LONGEST_TOKEN) {
      sink.take(endOfHash(hash), check >>> 0, text, start, position);
    }
  }
}

/** The token at a place that `scanTokens` reported. */
export function tokenAt(text: string, start: number, end: number): string {
  table ??= foldingTable();
  let token = '';
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    const folded = foldUnit(table, unit);
    token += String.fromCharCode(folded === COMPLEX ? unit : folded);
  }
  return token;
}

/** The tokens of a text in order, with repeats. */
export function tokens(text: string): string[] {
  const list = new TokenList();
  scanTokens(text, list);
  return list.found;
}

class TokenList implements TokenSink {
  readonly found: string[] = [];

  take(_hash: number, _check: number, source: string, start: number, end: number): void {
    this.found.push(tokenAt(source, start, end));
  }
}

let table: Uint16Array | undefined;

/** Computed by the slow way, so both ways agree. Takes about a millisecond, on the first text. */
function foldingTable(): Uint16Array {
  const units = new Uint16Array(TABLE_SIZE);
  for (let unit = 0; unit < TABLE_SIZE; unit++) {
    const folded = fold(String.fromCharCode(unit));
    if (folded === '') units[unit] = COMPLEX;
    else if (!/[\p{L}\p{N}]/u.test(folded)) units[unit] = SEPARATOR;
    else units[unit] = folded.length === 1 ? folded.charCodeAt(0) : COMPLEX;
  }
  return units;
}

function foldUnit(units: Uint16Array, unit: number): number {
  if (unit < TABLE_SIZE) return units[unit]!;
  // Dashes, quotation marks, bullets and dots are frequent in plain English pages.
  return unit >= 0x2010 && unit <= 0x2027 ? SEPARATOR : COMPLEX;
}

function endOfStretch(units: Uint16Array, text: string, from: number, to: number): number {
  let quiet = 0;
  let position = from;
  for (; position < to; position++) {
    const unit = foldUnit(units, text.charCodeAt(position));
    if (unit === COMPLEX) quiet = 0;
    else if (++quiet > QUIET && unit === SEPARATOR) break;
  }
  return position;
}

function scanSlowly(stretch: string, sink: TokenSink): void {
  const folded = fold(stretch);
  let position = 0;
  while (position < folded.length) {
    let kind = kindAt(folded, position);
    if (!(kind & LETTER)) {
      position = endOfCharacter(folded, position);
      continue;
    }
    while (kind & (LETTER | MARK)) {
      const start = position;
      const unspaced = kind & UNSPACED;
      do {
        position = endOfCharacter(folded, position);
        kind = position < folded.length ? kindAt(folded, position) : 0;
      } while (kind & (LETTER | MARK) && (kind & UNSPACED) === unspaced);
      if (unspaced) takePairs(folded, start, position, sink);
      else takeWhole(folded, start, position, sink);
    }
  }
}

function takePairs(folded: string, start: number, end: number, sink: TokenSink): void {
  let first = start;
  let second = endOfCharacter(folded, first);
  if (second === end) takeWhole(folded, first, end, sink);
  while (second < end) {
    const endOfPair = endOfCharacter(folded, second);
    takeWhole(folded, first, endOfPair, sink);
    first = second;
    second = endOfPair;
  }
}

function endOfCharacter(text: string, start: number): number {
  return start + (text.codePointAt(start)! > 0xffff ? 2 : 1);
}

function takeWhole(folded: string, start: number, end: number, sink: TokenSink): void {
  if (end - start > LONGEST_TOKEN) return;
  let hash = startOfHash;
  let check = 0;
  for (let i = start; i < end; i++) {
    const unit = folded.charCodeAt(i);
    hash = hashUnit(hash, unit);
    check = (Math.imul(check, 31) + unit) | 0;
  }
  sink.take(endOfHash(hash), check >>> 0, folded, start, end);
}
