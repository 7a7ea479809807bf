import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { appendQuery, type LogPlace, logStart, queriesName, readQueries } from '../../src/topic/asked-queries.js';

const folder = mkdtempSync(path.join(tmpdir(), 'osprey-asked-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const file = path.join(folder, 'log');

/** Any string that JavaScript can hold, halves of surrogate pairs included. */
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));

function read(since: LogPlace = logStart): { queries: string[]; place: LogPlace } {
  const queries: string[] = [];
  const place = readQueries(file, since, (query) => queries.push(query));
  return { queries, place };
}

describe('a log of queries', () => {
  test('is a query a line, or JSON lines with query or q; what is neither is passed over', () => {
    writeFileSync(
      file,
      'plain words\r\n\n{"at":"2024","query":"from a search"}\n{"q":"short"}\n{"other":1}\n{broken\n{"query":7}\n"a phrase"\n',
    );
    assert.deepEqual(read().queries, ['plain words', 'from a search', 'short', '"a phrase"']);
  });

  test('with afterPages is replayed beside a crawl: what is asked later waits', () => {
    const log = path.join(folder, 'replayed.jsonl');
    const lines = [{ query: 'a' }, { query: 'b', afterPages: 10 }, { query: 'c', afterPages: 20 }, { query: 'd' }];
    // The last line has no end.
    writeFileSync(log, lines.map((line) => JSON.stringify(line)).join('\n'));
    let place = logStart;
    const asked = [0, 9, 10, 20, 30].map((pages) => {
      const queries: string[] = [];
      place = readQueries(log, place, (query) => queries.push(query), pages);
      return queries.join('');
    });
    assert.deepEqual(asked, ['a', '', 'b', 'cd', '']);
  });

  test('is read on from the last place', () => {
    writeFileSync(file, 'one\n');
    const first = read();
    appendFileSync(file, 'two\n');
    const second = read(first.place);
    assert.deepEqual([first.queries, second.queries, read(second.place).queries], [['one'], ['two'], []]);
  });

  test('JSON that is still being written is left for the next time, a last line without its end is not', () => {
    writeFileSync(file, '{"query":"one"}\n{"query":"tw');
    const first = read();
    appendFileSync(file, 'o"}\n');
    assert.deepEqual([first.queries, read(first.place).queries], [['one'], ['two']]);
    writeFileSync(file, 'one\ntwo');
    const plain = read();
    appendFileSync(file, '\nthree\n');
    assert.deepEqual([plain.queries, read(plain.place).queries], [['one', 'two'], ['three']]);
  });

  test('that was cut or replaced is read from its start', () => {
    writeFileSync(file, 'one\ntwo\n');
    const { place } = read();
    truncateSync(file, 4);
    assert.deepEqual(read(place).queries, ['one']);
    writeFileSync(file, 'ten\nnew\neleven\n');
    assert.deepEqual(read(place).queries, ['ten', 'new', 'eleven']);
  });

  test('gives all of its lines, however it is cut into chunks, but for lines that nobody typed', () => {
    const lines = Array.from({ length: 40_000 }, (_, index) => `query number ${index} ünïcode`);
    writeFileSync(file, `${lines.join('\n')}\n${'x'.repeat(3_000_000)}\nlast\n`);
    const { queries, place } = read();
    assert.equal(queries.length, lines.length + 1);
    assert.deepEqual([queries[39_999], queries[40_000]], [lines[39_999], 'last']);
    assert.deepEqual(read(place).queries, []);
  });

  test('gives back every query that was appended', () => {
    const log = path.join(folder, queriesName);
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 5 }), (asked) => {
        rmSync(log, { force: true });
        for (const query of asked) appendQuery(folder, { at: 'now', query, results: 1 });
        const queries: string[] = [];
        if (asked.length > 0) readQueries(log, logStart, (query) => queries.push(query));
        assert.deepEqual(
          queries,
          asked.map((query) => query.trim()).filter((query) => query !== ''),
        );
      }),
      { numRuns: 20 },
    );
    appendQuery(folder, { at: 'now', query: 'a\nb', results: 2 });
    assert.ok(readFileSync(log, 'utf8').endsWith('{"at":"now","query":"a\\nb","results":2}\n'));
  });
});
