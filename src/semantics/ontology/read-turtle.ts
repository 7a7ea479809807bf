import { type Concept, Concepts } from './concept.js';
import { type RdfObject, takeStatement } from './skos-statement.js';
import { type Token, TurtleTokens } from './turtle-tokens.js';

const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
/** Anonymous nodes inside one another. */
const deepest = 50;

/**
 * Reads a SKOS vocabulary in Turtle: prefixes, statements with `;` and `,`, texts in languages, anonymous nodes and lists, which say
 * nothing of concepts. In one pass; what is no Turtle is refused with its line.
 */
export function readTurtle(text: string, language: string): Concept[] {
  return new TurtleReader(new TurtleTokens(text), language).read();
}

class TurtleReader {
  readonly #concepts = new Concepts();
  readonly #prefixes = new Map<string, string>();
  #base = '';
  #anonymous = 0;

  constructor(
    private readonly tokens: TurtleTokens,
    private readonly language: string,
  ) {}

  read(): Concept[] {
    for (let token = this.tokens.next(); token !== undefined; token = this.tokens.next()) {
      if (token.kind === 'directive') this.#directive(token.text);
      else {
        const subject = this.#resource(token, 0);
        const isAlone = token.kind === '[' && this.tokens.peek()?.kind === '.';
        if (!isAlone) this.#properties(subject, 0);
        this.#expect('.');
      }
    }
    return this.#concepts.named();
  }

  #directive(name: string): void {
    const isPrefix = name.toLowerCase().endsWith('prefix');
    const prefix = isPrefix ? this.#expect('name').text : '';
    const iri = this.#expect('iri').text;
    if (isPrefix) this.#prefixes.set(prefix.replace(/:$/, ''), this.#absolute(iri));
    else this.#base = iri;
    if (name.startsWith('@')) this.#expect('.');
  }

  /** Predicates with their objects, up to what ends them. */
  #properties(subject: string, depth: number): void {
    for (;;) {
      const token = this.#required();
      const predicate = token.kind === 'name' && token.text === 'a' ? rdfType : this.#resource(token, depth);
      do takeStatement(this.#concepts, this.language, subject, predicate, this.#object(depth));
      while (this.#skip(','));
      if (!this.#skip(';')) return;
      while (this.#skip(';'));
      const next = this.tokens.peek()?.kind;
      if (next === '.' || next === ']') return;
    }
  }

  #object(depth: number): RdfObject {
    const token = this.#required();
    if (token.kind !== 'text') return { iri: this.#resource(token, depth) };
    const mark = this.tokens.peek();
    if (mark?.kind === 'language') return { text: token.text, language: this.#required().text };
    if (this.#skip('^^')) this.#resource(this.#required(), depth);
    return { text: token.text, language: '' };
  }

  #resource(token: Token, depth: number): string {
    if (depth > deepest) throw this.tokens.refusal('nodes are nested too deeply');
    if (token.kind === 'iri') return this.#absolute(token.text);
    if (token.kind === '[') {
      const node = `_:${++this.#anonymous}`;
      if (this.tokens.peek()?.kind !== ']') this.#properties(node, depth + 1);
      this.#expect(']');
      return node;
    }
    if (token.kind === '(') {
      while (!this.#skip(')')) this.#object(depth + 1);
      return `_:${++this.#anonymous}`;
    }
    if (token.kind === 'number') return token.text;
    if (token.kind !== 'name') throw this.tokens.refusal(`"${token.kind}" is not expected here`);
    return this.#named(token.text);
  }

  #named(name: string): string {
    if (name.startsWith('_:') || name === 'true' || name === 'false') return name;
    const colon = name.indexOf(':');
    const namespace = colon < 0 ? undefined : this.#prefixes.get(name.slice(0, colon));
    if (namespace === undefined) throw this.tokens.refusal(`the prefix of "${name.slice(0, 60)}" is not declared`);
    return namespace + name.slice(colon + 1).replace(/\\(.)/g, '$1');
  }

  /** Good enough to tell concepts apart, whatever their base is. */
  #absolute(iri: string): string {
    return /^[a-z][a-z0-9+.-]*:/i.test(iri) ? iri : this.#base + iri;
  }

  #skip(kind: Token['kind']): boolean {
    if (this.tokens.peek()?.kind !== kind) return false;
    this.tokens.next();
    return true;
  }

  #required(): Token {
    const token = this.tokens.next();
    if (token === undefined) throw this.tokens.refusal('it ends too early');
    return token;
  }

  #expect(kind: Token['kind']): Token {
    const token = this.#required();
    if (token.kind !== kind) throw this.tokens.refusal(`"${kind}" is expected, not "${token.text.slice(0, 60)}"`);
    return token;
  }
}
