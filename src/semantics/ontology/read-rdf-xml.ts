import { UsageError } from '../../failure.js';
import { type Concept, Concepts } from './concept.js';
import { takeStatement } from './skos-statement.js';

interface Element {
  /** Namespaces that hold inside it, by prefix. */
  readonly namespaces: ReadonlyMap<string, string>;
  readonly language: string;
  /** The resource that it describes, or the property that it states; every second element is one of either. */
  readonly subject?: string;
  readonly property?: string;
  text: string;
}

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const deepest = 200;
/** Name and attributes; no two parts can match the same character, so it is linear. */
const attribute = /([^\s=/>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Reads a SKOS vocabulary in RDF/XML: resources with `rdf:about` or `rdf:ID`, their properties as elements with a text or an
 * `rdf:resource`. Entities that a file declares are not expanded. In one pass over the tags.
 */
export function readRdfXml(text: string, language: string): Concept[] {
  const concepts = new Concepts();
  const open: Element[] = [{ namespaces: new Map(), language: '', text: '' }];
  let anonymous = 0;
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('<', at);
    const parent = open.at(-1)!;
    if (parent.property !== undefined) parent.text += decoded(text.slice(at, start < 0 ? text.length : start));
    if (start < 0) break;
    const end = endOfTag(text, start);
    const tag = text.slice(start + 1, end - 1);
    if (text.startsWith('<![CDATA[', start)) parent.text += text.slice(start + 9, end - 3);
    else if (tag.startsWith('/')) close(concepts, language, open);
    else if (!tag.startsWith('!') && !tag.startsWith('?')) {
      if (open.length > deepest) throw refusal('its elements are nested too deeply');
      const element = opened(tag, parent, () => `_:${++anonymous}`);
      open.push(element);
      if (element.subject !== undefined && parent.property !== undefined)
        takeStatement(concepts, language, subjectOf(open, open.length - 2), parent.property, { iri: element.subject });
      if (element.property !== undefined) resourceOf(concepts, language, tag, open);
      if (tag.endsWith('/')) close(concepts, language, open);
    }
    at = end;
  }
  if (open.length > 1) throw refusal('it ends too early');
  return concepts.named();
}

function opened(tag: string, parent: Element, anonymous: () => string): Element {
  const given = attributesOf(tag);
  const namespaces = new Map(parent.namespaces);
  for (const [name, value] of given)
    if (name === 'xmlns' || name.startsWith('xmlns:')) namespaces.set(name.slice('xmlns:'.length), value);
  const name = expanded(tag.split(/[\s/>]/, 1)[0]!, namespaces);
  const context = { namespaces, language: given.get('xml:lang') ?? parent.language, text: '' };
  if (name === `${rdf}RDF`) return context;
  if (parent.subject !== undefined) return { ...context, property: name };
  const id = valueNamed(given, namespaces, 'ID');
  return { ...context, subject: valueNamed(given, namespaces, 'about') ?? (id === undefined ? anonymous() : `#${id}`) };
}

function resourceOf(concepts: Concepts, language: string, tag: string, open: readonly Element[]): void {
  const { namespaces, property } = open.at(-1)!;
  const iri = valueNamed(attributesOf(tag), namespaces, 'resource');
  if (iri !== undefined) takeStatement(concepts, language, subjectOf(open, open.length - 1), property!, { iri });
}

/** The resource that the property at this place is one of. */
function subjectOf(open: readonly Element[], place: number): string {
  return open[place - 1]?.subject ?? '';
}

function close(concepts: Concepts, language: string, open: Element[]): void {
  const { property, text, language: own } = open.at(-1)!;
  if (open.length === 1) throw refusal('an element ends that never began');
  if (property !== undefined && text.trim() !== '')
    takeStatement(concepts, language, subjectOf(open, open.length - 1), property, { text, language: own });
  open.pop();
}

/** Behind the tag, comment, CDATA section or declaration that begins here. */
function endOfTag(text: string, start: number): number {
  const mark = text.startsWith('<!--', start) ? '-->' : text.startsWith('<![CDATA[', start) ? ']]>' : '>';
  if (text.startsWith('<!DOCTYPE', start)) return endOfDoctype(text, start);
  const at = text.indexOf(mark, start + 1);
  if (at < 0) throw refusal('a tag has no end');
  return at + mark.length;
}

/** Its declarations stand between square brackets. */
function endOfDoctype(text: string, start: number): number {
  const [close, bracket] = [text.indexOf('>', start), text.indexOf('[', start)];
  const end = bracket >= 0 && bracket < close ? text.indexOf(']', bracket) : start;
  const at = end < 0 ? -1 : text.indexOf('>', end);
  if (at < 0) throw refusal('its document type has no end');
  return at + 1;
}

function attributesOf(tag: string): Map<string, string> {
  return new Map(Array.from(tag.matchAll(attribute), ([, name, one, other]) => [name!, decoded(one ?? other ?? '')]));
}

function valueNamed(given: ReadonlyMap<string, string>, namespaces: Element['namespaces'], name: string) {
  for (const [written, value] of given) if (expanded(written, namespaces) === rdf + name) return value;
  return undefined;
}

function expanded(name: string, namespaces: Element['namespaces']): string {
  const colon = name.indexOf(':');
  const namespace = namespaces.get(colon < 0 ? '' : name.slice(0, colon));
  return namespace === undefined ? name : namespace + name.slice(colon + 1);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}));/gi, (all, decimal, hex, name: string) => {
    if (name !== undefined) return entities[name] ?? all;
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

function refusal(why: string): UsageError {
  return new UsageError('bad-ontology', `The ontology cannot be read (${why}); give SKOS or OBO.`);
}
