import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { readHttpResponse } from '../../src/archive/http-message.js';
import { responseRecords } from '../../src/archive/warc-record.js';
import { readConfigFile } from '../../src/config/config-file.js';
import { parseRetryAfter } from '../../src/download/pace.js';
import { cell } from '../../src/export/formats/csv.js';
import { Failure } from '../../src/failure.js';
import { LabelFile } from '../../src/labels/label-file.js';
import { oneLine, withoutControls } from '../../src/page/one-line.js';
import { isoDate } from '../../src/page/published-date.js';
import { readPage } from '../../src/reading/read-page.js';
import { headerRobotsDirectives } from '../../src/robots/robots-directives.js';
import { searchText } from '../../src/search/search-text.js';
import { readSeeds } from '../../src/seeding/seeds.js';
import { parseSearchQuery } from '../../src/topic/search-query.js';
import { temporaryFolder } from '../cli/osprey.js';
import { assertLinear } from '../fuzz/growth.js';

const { folder, remove } = temporaryFolder();
after(remove);

/** Reads a file of somebody else's; what is refused has been read, too. */
const asFile = (name: string, read: (file: string) => unknown) => (text: string) => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  try {
    read(file);
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
  }
};

/** No head is longer than 64 KB, here an eighteenth of the largest text. */
function archived(whole: string): Uint8Array {
  const text = whole.slice(0, whole.length / 18);
  const headers = [[text.slice(0, 1_000), text]] as const;
  const response = { status: 200, statusText: text, httpVersion: '1.1', headers, body: new Uint8Array(0) };
  const request = { method: 'GET', headers: [] };
  return responseRecords({ url: `http://a.test/${text}`, request, response, fetchedAt: 0 });
}

const reading = { language: 'en', stem: true, phrases: [] };
const page = (contentType: string) =>
  readPage({ url: 'http://a.test/', body: Buffer.from('car'), contentType }, reading);

/** Patterns meet these where they repeat white space, digits, letters, quotation marks or marks. */
const common = [' ', 'a', '1', '"', '\u0301', ' \r'];

/**
 * What reads text of others, with what is worst for its patterns. Pages, links, robots.txt, sitemaps, feeds, configs, bodies
 * and archives have the same test in `test/fuzz`.
 */
const readers: readonly (readonly [name: string, read: (text: string) => unknown, worst: readonly string[]])[] = [
  ['a content type', (text) => page(`text/html; charset${text}`), ['charset ', 'charset=', '=" ']],
  ['X-Robots-Tag', headerRobotsDirectives, ['a:', ',', 'unavailable_after:']],
  ['Retry-After', (text) => parseRetryAfter(text, 0), ['Mon, ']],
  ['a date', isoDate, ['2024-01-01T', ' Jan ', '+00']],
  [
    'the first line of a recorded answer',
    (text) => readHttpResponse(Buffer.from(`HTTP/1.1 200${text.slice(0, text.length / 18)}\rX\r\n\r\n`)),
    [],
  ],
  ['the head of an archived answer', archived, ['\r\n', '\u010a']],
  ['a title', (text) => [oneLine(text, 500), withoutControls(text), cell(text)], ['\u001b[', '\u202e', '",']],
  ['text to search in', searchText, ['日本', '\u0e01']],
  ['a query', parseSearchQuery, ['-"', '"a', '“']],
  ['a list of seeds', asFile('seeds.txt', (file) => readSeeds({ seed: [], seeds: [file] })), [' #', '1e', ' #\u2028']],
  ['labels', asFile('labels.tsv', () => LabelFile.read(folder)), ['# Judged by people random seed ', '\t']],
];

describe('time grows no faster than hostile text', () => {
  for (const [name, read, worst] of readers)
    test(name, async () => {
      const inputOf = (unit: string) => (scale: number) => unit.repeat((scale * 131_072) / unit.length);
      for (const unit of [...common, ...worst]) await assertLinear(JSON.stringify(unit), inputOf(unit), read);
    });
});

test('a config file that is nested to any depth is refused before it could use up the stack', () => {
  for (const unit of ['[', '{', '- ', '? ', '{a: ', 'a: &a ', '[a,', '? - ']) {
    const { problems } = readConfigFile('crawl.yaml', unit.repeat(900_000 / unit.length));
    assert.deepEqual(problems, [{ where: 'crawl.yaml', reason: 'is nested too deeply' }], unit);
  }
});
