import type { Concepts } from './concept.js';

const skos = 'http://www.w3.org/2004/02/skos/core#';
const rdfs = 'http://www.w3.org/2000/01/rdf-schema#';

const labels = new Map([
  [`${skos}prefLabel`, true],
  [`${rdfs}label`, true],
  [`${skos}altLabel`, false],
  [`${skos}hiddenLabel`, false],
]);
const broader = new Set([`${skos}broader`, `${skos}broaderTransitive`, `${skos}broadMatch`, `${rdfs}subClassOf`]);
const narrower = new Set([`${skos}narrower`, `${skos}narrowerTransitive`, `${skos}narrowMatch`]);

/** The object of a statement: a resource, or a text in a language or in none. */
export type RdfObject = { readonly iri: string } | { readonly text: string; readonly language: string };

/** What a statement says of a concept: its names in a language, what is broader. All others are passed over. */
export function takeStatement(
  concepts: Concepts,
  language: string,
  subject: string,
  predicate: string,
  object: RdfObject,
): void {
  const isPreferred = labels.get(predicate);
  if ('text' in object) {
    const isRead = object.language === '' || object.language.toLowerCase().split('-')[0] === language;
    if (isPreferred !== undefined && isRead) concepts.addLabel(subject, object.text, isPreferred);
  } else if (broader.has(predicate)) concepts.addBroader(subject, object.iri);
  else if (narrower.has(predicate)) concepts.addBroader(object.iri, subject);
}
