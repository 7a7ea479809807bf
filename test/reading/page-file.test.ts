import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { readPageFile } from '../../src/reading/page-file.js';

const folder = mkdtempSync(path.join(tmpdir(), 'osprey-file-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('the name of a file tells text from HTML', () => {
  const typeOf = (name: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, 'A page.');
    const { body, contentType } = readPageFile(file, 7);
    assert.equal(body.toString(), 'A page.');
    return contentType;
  };
  for (const name of ['a.txt', 'a.TEXT', 'README.md']) assert.equal(typeOf(name), 'text/plain', name);
  for (const name of ['a.html', 'a', 'a.php']) assert.equal(typeOf(name), 'text/html', name);
});

test('a file that is not there or too long is refused in one sentence', () => {
  const absent = path.join(folder, 'absent.html');
  assert.throws(() => readPageFile(absent), {
    code: 'bad-page-file',
    message: /Cannot read the page .*absent\.html \(ENOENT/,
  });
  const long = path.join(folder, 'long.html');
  writeFileSync(long, '12345678');
  assert.throws(() => readPageFile(long, 7), { message: /it has 8 bytes, more than --max-page-bytes/ });
});
