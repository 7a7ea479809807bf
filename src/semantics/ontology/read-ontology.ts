import { readFileSync, statSync } from 'node:fs';
import { messageOf, UsageError } from '../../failure.js';
import type { Concept } from './concept.js';
import { readObo } from './read-obo.js';
import { readRdfXml } from './read-rdf-xml.js';
import { readTurtle } from './read-turtle.js';

/** Larger than the largest vocabularies of a subject; one that is longer would fill the memory. */
const mostBytes = 256 << 20;

/** The concepts of a file in SKOS (Turtle or RDF/XML) or OBO, told by how it begins, with their names in a language or in none. */
export function readOntology(file: string, language: string): Concept[] {
  const concepts = parsed(textOf(file), language);
  if (concepts.length > 0) return concepts;
  throw new UsageError(
    'empty-ontology',
    `The ontology ${file} names no concept in the language "${language}"; give SKOS with labels (skos:prefLabel) or OBO with terms.`,
  );
}

const xml = /^\s*<(?:\?xml|!|(?:\w+:)?RDF[\s>])/;
const obo = /^(?:(?:format-version|ontology|data-version|date|default-namespace):|!|\[Term\])/m;

function parsed(text: string, language: string): Concept[] {
  const beginning = text.replace(/^\uFEFF/, '').slice(0, 1000);
  if (xml.test(beginning)) return readRdfXml(text, language);
  return obo.test(beginning) ? readObo(text) : readTurtle(text, language);
}

function textOf(file: string): string {
  try {
    if (statSync(file).size > mostBytes) throw new UsageError('bad-ontology', `The ontology ${file} is above 256 MB.`);
    return readFileSync(file, 'utf8');
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown;
    throw new UsageError('no-ontology', `The ontology ${file} cannot be read: ${messageOf(thrown)}.`);
  }
}
