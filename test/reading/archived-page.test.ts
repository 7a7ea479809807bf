import assert from 'node:assert/strict';
import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { FolderBodies } from '../../src/archive/bodies/folder-bodies.js';
import { responseRecords } from '../../src/archive/warc-record.js';
import { archivedMainText } from '../../src/reading/archived-page.js';
import { archivedResponse } from '../../src/reading/archived-response.js';
import { exchange, temporaryFolder } from '../archive/warc-fixture.js';
import { html } from '../site.js';

const url = 'http://a.test/';

test('a page is read from its record in the archive', async (t) => {
  const folder = temporaryFolder(t);
  const bodies = new FolderBodies(folder);
  const records = responseRecords(exchange(url, html('Owls', 'Owls hunt at night.')));
  writeFileSync(path.join(folder, 'pages.warc.gz'), records);
  const archive = { file: 'pages.warc.gz', offset: 0, length: records.length };
  assert.match(await archivedMainText(bodies, { url, archive }), /Owls hunt at night\./);
});

test('a record that is not there is told as such, and passed over', async (t) => {
  const folder = temporaryFolder(t);
  const bodies = new FolderBodies(folder);
  const records = responseRecords(exchange(url, 'page'));
  const archive = { file: 'pages.warc.gz', offset: 0, length: records.length };
  const expected = {
    code: 'not-archived',
    policy: 'skip',
    message: 'The record of http://a.test/ is not in the archive.',
  };
  await assert.rejects(archivedResponse(bodies, { url }), expected, 'never kept');
  await assert.rejects(archivedResponse(bodies, { url, archive }), expected, 'the file is gone');
  const file = path.join(folder, archive.file);
  writeFileSync(file, records);
  truncateSync(file, records.length - 20);
  await assert.rejects(archivedResponse(bodies, { url, archive }), { code: 'record-unreadable', policy: 'skip' });
});
