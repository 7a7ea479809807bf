import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { UsageError } from '../../src/failure.js';
import { joinedThesauri } from '../../src/semantics/joined-thesauri.js';
import { ehrigMeasure } from '../../src/semantics/measures.js';
import { Nearness } from '../../src/semantics/nearness.js';
import { Ontology } from '../../src/semantics/ontology/ontology.js';
import { readOntology } from '../../src/semantics/ontology/read-ontology.js';
import { TermReader } from '../../src/semantics/term-reader.js';
import { WordNet } from '../../src/semantics/wordnet.js';
import { TextPipeline } from '../../src/text/text-pipeline.js';

const folder = mkdtempSync(path.join(tmpdir(), 'osprey-ontology-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function read(text: string, language = 'en') {
  const file = path.join(folder, 'ontology');
  writeFileSync(file, text);
  return readOntology(file, language);
}

// As thesauri are published: after the UNESCO Thesaurus and the SKOS Primer.
const turtle = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix t: <http://example.org/thesaurus/> .
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
# A comment; with "marks".
t:breads a skos:Concept ;
  skos:prefLabel "Breads"@en, "Brote"@de ;
  skos:topConceptOf t:scheme ; .
t:sourdough a skos:Concept ; skos:prefLabel "sourdough bread"@en ; skos:altLabel 'levain'@en , """pain
au levain"""@fr ;
  skos:broader t:breads ;
  skos:note [ a t:Note ; t:value ( "one" 2 true ) ] ;
  skos:notation "12.5"^^xsd:decimal ; t:rank 12.5 .
<http://example.org/thesaurus/rye> skos:prefLabel "rye sourdough"@en-GB ; skos:hiddenLabel "caf\\u00E9 rye" .
t:sourdough skos:narrower t:rye .
[] t:about t:rye .
`;

const rdfXml = `<?xml version="1.0"?>
<!DOCTYPE rdf:RDF [ <!ENTITY a "aaaaaaaaaa"> <!ENTITY b "&a;&a;&a;&a;"> ]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="http://www.w3.org/2004/02/skos/core#" xml:lang="en">
  <!-- <s:Concept rdf:about="no"> -->
  <s:Concept rdf:about="http://example.org/thesaurus/breads">
    <s:prefLabel>Breads</s:prefLabel><s:prefLabel xml:lang="de">Brote</s:prefLabel>
  </s:Concept>
  <rdf:Description rdf:about="http://example.org/thesaurus/sourdough">
    <rdf:type rdf:resource="http://www.w3.org/2004/02/skos/core#Concept"/>
    <s:prefLabel><![CDATA[sourdough bread]]></s:prefLabel>
    <s:altLabel>levain &amp; co &b;</s:altLabel>
    <s:broader rdf:resource='http://example.org/thesaurus/breads'/>
    <s:narrower><s:Concept rdf:about="http://example.org/thesaurus/rye"><s:prefLabel>rye sourdough</s:prefLabel></s:Concept></s:narrower>
  </rdf:Description>
</rdf:RDF>`;

// As the Gene Ontology is published.
const obo = `format-version: 1.2
data-version: releases/2023-01-01
ontology: go

[Term]
id: GO:0008150
name: biological_process

[Term]
id: GO:0006915
name: apoptotic process
namespace: biological_process
synonym: "apoptosis" NARROW [GOC:jl]
synonym: "cell suicide, \\"programmed\\"" BROAD []
is_a: GO:0012501 {source="x"} ! programmed cell death

[Term]
id: GO:0012501
name: programmed cell death
is_a: GO:0008150 ! biological_process

[Term]
id: GO:0000005
name: ribosomal chaperone activity
is_obsolete: true

[Typedef]
id: part_of
name: part of
`;

const summary = (concepts: ReturnType<typeof read>) =>
  concepts.map(({ id, labels, broader }) => [
    id.replace(/.*\//, ''),
    labels,
    broader.map((b) => b.replace(/.*\//, '')),
  ]);

describe('ontologies are read', () => {
  test('from SKOS in Turtle, in the language that is asked for', () => {
    assert.deepEqual(summary(read(turtle)), [
      ['breads', ['Breads'], []],
      ['sourdough', ['sourdough bread', 'levain'], ['breads']],
      ['rye', ['rye sourdough', 'café rye'], ['sourdough']],
    ]);
    assert.deepEqual(
      read(turtle, 'fr').map(({ labels }) => labels),
      [['pain\nau levain'], ['café rye']],
    );
  });

  test('from SKOS in RDF/XML; what a file declares as entities is not expanded', () => {
    assert.deepEqual(summary(read(rdfXml)), [
      ['breads', ['Breads'], []],
      ['sourdough', ['sourdough bread', 'levain & co &b;'], ['breads']],
      ['rye', ['rye sourdough'], ['sourdough']],
    ]);
  });

  test('from OBO, without what is obsolete', () => {
    assert.deepEqual(summary(read(obo)), [
      ['GO:0008150', ['biological_process'], []],
      ['GO:0006915', ['apoptotic process', 'apoptosis', 'cell suicide, "programmed"'], ['GO:0012501']],
      ['GO:0012501', ['programmed cell death'], ['GO:0008150']],
    ]);
  });

  test('or refused, with the line and what to give', () => {
    const refused = (text: string, message: RegExp) =>
      assert.throws(
        () => read(text),
        (thrown) => thrown instanceof UsageError && message.test(thrown.message),
      );
    refused('@prefix a: <x> .\na:b c:d "e" .', /line 2: the prefix of "c:d" is not declared.*SKOS or OBO/);
    refused('<a> <b> "no end', /a text has no end/);
    refused(`${'<a> <b> '}${'[ <c> '.repeat(1000)}`, /nested too deeply/);
    refused(`<rdf:RDF>${'<a>'.repeat(1000)}`, /nested too deeply/);
    refused('<a> <b> "c" .', /names no concept/);
    refused('<rdf:RDF></x></y>', /never began/);
    assert.throws(() => readOntology(path.join(folder, 'absent'), 'en'), UsageError);
  });

  test('whatever a file holds: it is read or refused', () => {
    const piece = fc.constantFrom(
      '@prefix',
      ' a: ',
      '<http://x/>',
      '"t"',
      '"""',
      "'",
      '@en',
      '^^',
      '.',
      ';',
      ',',
      '[',
      ']',
    );
    const other = fc.constantFrom(
      '(',
      ')',
      '\\u12',
      '#c\n',
      '<rdf:RDF>',
      '</',
      '/>',
      '<!--',
      '[Term]\n',
      'id: x\n',
      'a',
      '1.5',
    );
    const hostile = fc.array(fc.oneof(piece, other, fc.string({ maxLength: 5 })), { maxLength: 30 });
    fc.assert(
      fc.property(hostile, (pieces) => {
        try {
          read(pieces.join(''));
        } catch (thrown) {
          assert.ok(thrown instanceof UsageError, String(thrown));
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('an ontology as a thesaurus', () => {
  const pipeline = new TextPipeline();
  const every = { partsOfSpeech: ['n', 'v', 'a', 'r'], mostSenses: 9 } as const;

  test('finds concepts by the stems of their names, and what they are kinds of', () => {
    const ontology = new Ontology(read(turtle), pipeline);
    const [levain, breads] = [ontology.lookUp('levains', every)!, ontology.lookUp('bread', every)!];
    assert.deepEqual([levain.senses, breads.senses], [[1], [0]]);
    const above: [number, number][] = [];
    ontology.eachAncestor([2], (sense, steps) => above.push([sense, steps]));
    assert.deepEqual(above, [
      [2, 0],
      [1, 1],
      [0, 2],
    ]);
    assert.deepEqual(
      [0, 1, 2].map((sense) => ontology.depthOf(sense)),
      [1, 2, 3],
    );
    assert.ok(ontology.mayBeginCollocation('sourdough') && !ontology.mayBeginCollocation('levain'));
  });

  test('circles of broader concepts do no harm', () => {
    const round = new Ontology(
      [
        { id: 'a', labels: ['a1'], broader: ['b'] },
        { id: 'b', labels: ['b1'], broader: ['a'] },
      ],
      pipeline,
    );
    const above: number[] = [];
    round.eachAncestor([0], (sense) => above.push(sense));
    assert.deepEqual(above, [0, 1]);
  });

  test('stands beside WordNet: a term has the meanings of both, and likeness comes from either', () => {
    const joined = joinedThesauri(WordNet.load(), new Ontology(read(turtle), pipeline));
    const rules = { wordnet: joined, pipeline, choice: every, longest: 4, capacity: 100 };
    const [rye, car] = new TermReader(rules, () => undefined).read('rye sourdough automobile').map(({ term }) => term);
    assert.equal(rye!.text, 'rye sourdough');
    const like = new Nearness(joined, [rye!, car!], ehrigMeasure(0.5));
    const of = (text: string) => [...like.of(new TermReader(rules, () => undefined).read(text)[0]!.term)];
    // One step up from rye sourdough is sourdough bread, also called levain: 0.5. A car is an automobile: 1, by WordNet.
    assert.equal(of('levain')[0], 0.5);
    assert.equal(of('car')[1], 1);
  });
});
