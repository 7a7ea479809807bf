import { UsageError } from '../../failure.js';

export interface Token {
  readonly kind:
    | 'iri'
    | 'name'
    | 'text'
    | 'language'
    | 'number'
    | 'directive'
    | '.'
    | ';'
    | ','
    | '['
    | ']'
    | '('
    | ')'
    | '^^';
  /** What it stands for, without its marks. */
  readonly text: string;
}

const punctuation = new Set(['.', ';', ',', '[', ']', '(', ')']);
const space = /[ \t\r\n]/;
/** What ends a name, a number or a language. A dot does too, unless more of the name follows it. */
const endOfName = /[ \t\r\n;,[\]()<>"'#^]/;

/** The tokens of a Turtle file, one after the other; every character is looked at a bounded number of times. */
export class TurtleTokens {
  #at = 0;
  #next: Token | undefined;

  constructor(private readonly text: string) {}

  peek(): Token | undefined {
    this.#next ??= this.#read();
    return this.#next;
  }

  next(): Token | undefined {
    const token = this.peek();
    this.#next = undefined;
    return token;
  }

  refusal(why: string): UsageError {
    let line = 1;
    for (let at = this.text.indexOf('\n'); at >= 0 && at < this.#at; at = this.text.indexOf('\n', at + 1)) line++;
    return new UsageError('bad-ontology', `The ontology cannot be read (line ${line}: ${why}); give SKOS or OBO.`);
  }

  #read(): Token | undefined {
    this.#skipSpace();
    const character = this.text[this.#at];
    if (character === undefined) return undefined;
    if (character === '<') return { kind: 'iri', text: this.#until('>') };
    if (character === '"' || character === "'") return { kind: 'text', text: this.#quoted(character) };
    if (this.text.startsWith('^^', this.#at)) {
      this.#at += 2;
      return { kind: '^^', text: '^^' };
    }
    if (punctuation.has(character)) {
      this.#at++;
      return { kind: character as Token['kind'], text: character };
    }
    return this.#word();
  }

  #word(): Token {
    const start = this.#at;
    while (this.#at < this.text.length && !this.#endsName()) this.#at += this.text[this.#at] === '\\' ? 2 : 1;
    const text = this.text.slice(start, this.#at);
    if (text === '') throw this.refusal(`"${this.text[start]}" is not expected here`);
    if (/^@(prefix|base)$/.test(text) || /^(prefix|base)$/i.test(text)) return { kind: 'directive', text };
    if (text.startsWith('@')) return { kind: 'language', text: text.slice(1) };
    return { kind: /^[+-]?[.\d]/.test(text) ? 'number' : 'name', text };
  }

  #endsName(): boolean {
    const character = this.text[this.#at]!;
    if (character !== '.') return endOfName.test(character);
    const after = this.text[this.#at + 1];
    return after === undefined || after === '.' || endOfName.test(after);
  }

  #skipSpace(): void {
    for (;;) {
      const character = this.text[this.#at];
      if (character === undefined) return;
      if (character === '#') this.#at = this.#positionOf('\n');
      else if (space.test(character) || character === '\uFEFF') this.#at++;
      else return;
    }
  }

  #positionOf(end: string): number {
    const at = this.text.indexOf(end, this.#at);
    return at < 0 ? this.text.length : at;
  }

  /** From after this character to the end mark, which is passed. */
  #until(end: string): string {
    const close = this.text.indexOf(end, this.#at);
    if (close < 0) throw this.refusal(`"${end}" is missing`);
    const text = this.text.slice(this.#at + 1, close);
    this.#at = close + 1;
    return text;
  }

  #quoted(mark: string): string {
    const long = mark.repeat(3);
    const end = this.text.startsWith(long, this.#at) ? long : mark;
    this.#at += end.length;
    const pieces: string[] = [];
    for (let start = this.#at; ; ) {
      const character = this.text[this.#at];
      if (character === undefined) throw this.refusal('a text has no end');
      if (character === '\\') {
        pieces.push(this.text.slice(start, this.#at), this.#escaped());
        start = this.#at;
      } else if (this.text.startsWith(end, this.#at)) {
        pieces.push(this.text.slice(start, this.#at));
        this.#at += end.length;
        return pieces.join('');
      } else this.#at++;
    }
  }

  #escaped(): string {
    const mark = this.text[this.#at + 1];
    const digits = mark === 'u' ? 4 : mark === 'U' ? 8 : 0;
    const code = Number.parseInt(this.text.slice(this.#at + 2, this.#at + 2 + digits), 16);
    this.#at += 2 + digits;
    if (digits > 0) return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    return mark === 'n' || mark === 't' || mark === 'r' ? ' ' : (mark ?? '');
  }
}
