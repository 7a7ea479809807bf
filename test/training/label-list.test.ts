import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { UsageError } from '../../src/failure.js';
import { readLabelList } from '../../src/training/label-list.js';
import { absent, webs } from '../shared-data.js';

const folder = mkdtempSync(path.join(tmpdir(), 'osprey-labels-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

function listOf(text: string, extension = '') {
  const file = path.join(folder, `${++files}${extension}`);
  writeFileSync(file, text);
  return readLabelList(file);
}

/** What is wrong, without the name of the file. */
async function problemsOf(text: string, extension = ''): Promise<string[]> {
  try {
    await listOf(text, extension);
  } catch (thrown) {
    assert.ok(thrown instanceof UsageError, String(thrown));
    return thrown.message.split('\n').map((line) => line.replace(/^.*?(?=:\d+: )/, ''));
  }
  assert.fail('nothing was wrong');
}

const a = { url: 'http://a.test/', labels: ['x'] };
const b = { url: 'http://a.test/b?q=1', labels: ['y', 'z'] };

describe('lists of labelled URLs', () => {
  test('tab separated, with and without a head; URLs take their canonical form', async () => {
    assert.deepEqual(await listOf('url\tlabels\nHTTP://A.test:80\tx\nhttp://a.test/b?q=1#c\ty;z\n'), [a, b]);
    assert.deepEqual(await listOf('http://a.test/\tx\nhttp://a.test/b?q=1\ty;z'), [a, b]);
    assert.deepEqual(await listOf('\ufeffLabel\tURL\nx\thttp://a.test/\n', '.tsv'), [a]);
  });

  test('comma separated, with quotes, other columns, comments and line ends of any kind', async () => {
    const csv =
      'url,title,label\r\n\r\n# people sorted these\r\nhttp://a.test/,"A, or ""a""",x\r\n"http://a.test/b?q=1",,"y;z"\r\n';
    assert.deepEqual(await listOf(csv, '.csv'), [a, b]);
  });

  test('JSON lines, with one label or a list of them, and the order of visits', async () => {
    const lines = '{"url":"http://a.test/","label":"x","order":7}\n{"url":"http://a.test/b?q=1","labels":["y","z"]}\n';
    assert.deepEqual(await listOf(lines), [{ ...a, order: 7 }, b]);
    assert.deepEqual(await listOf('http://a.test/\tx\t2.5\n'), [{ ...a, order: 2.5 }]);
  });

  test('a page that comes again with the same labels counts once', async () => {
    assert.deepEqual(await listOf('http://a.test/\tx\nhttp://a.test/#top\tx\n'), [a]);
  });

  test('a page without a label was seen, and has none', async () => {
    const none = { url: 'http://n.test/', labels: [] };
    assert.deepEqual(await listOf('url\tlabels\nhttp://a.test/\tx\nhttp://n.test/\t\n'), [a, none]);
    for (const text of [
      'http://n.test/',
      'http://n.test/\t;',
      '{"url":"http://n.test/"}',
      '{"url":"http://n.test/","labels":[]}',
    ])
      assert.deepEqual(await listOf(`${text}\n`), [none], text);
  });

  test('every bad line is named with its number', async () => {
    const text =
      'url\tlabels\nhttp://a.test/\tx\nftp://a.test/\tx\nhttp://b.test/\n\nhttp://c.test/\t;\nhttp://a.test/\ty\n';
    assert.deepEqual(await problemsOf(text), [
      ':3: must begin with an http or https URL',
      ':7: http://a.test/ has other labels on line 2; a page has one set of labels',
    ]);
    assert.deepEqual(await problemsOf('http://a.test/,"x\n', '.csv'), [':1: has a quotation mark that is not closed']);
    assert.match(
      (await problemsOf('{"url":"http://a.test/","label":"x"}\n{oops}\n'))[0]!,
      /^:2: must be one JSON object/,
    );
    assert.match((await problemsOf('null\n', '.jsonl'))[0]!, /^:1: must be one JSON object/);
    assert.deepEqual(await problemsOf('{"url":"http://a.test/","label":"x","order":"soon"}'), [
      ':1: must give the order of visits as a number',
    ]);
    assert.deepEqual(await problemsOf('{"url":"http://a.test/","label":"\\u001b[31m"}'), [
      ':1: must give a label of one line',
    ]);
  });

  test('an empty file, a folder and a file that is not there', async () => {
    await assert.rejects(listOf(''), { code: 'empty-list' });
    await assert.rejects(readLabelList(folder), { code: 'no-list' });
    await assert.rejects(readLabelList(path.join(folder, 'nowhere.tsv')), { code: 'no-list' });
  });

  test('whatever a file holds, it is read or refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('http://a.test/', '\t', ',', '"', ';', '{', '}', '\n', '#', 'é', '\u0000')),
        fc.constantFrom('', '.csv', '.tsv', '.jsonl'),
        async (parts, extension) => {
          try {
            for (const { labels } of await listOf(parts.join(''), extension)) assert.ok(!labels.includes(''));
          } catch (thrown) {
            assert.ok(thrown instanceof UsageError, String(thrown));
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  test('the labels of the recorded webs', { skip: absent(webs, 'OSPREY_WEBS') }, async () => {
    const list = await readLabelList(path.join(webs!, 'schools-wikipedia/labels.tsv'));
    assert.equal(list.length, 4654);
    assert.ok(list.some(({ labels }) => labels.length > 1));
  });
});
