import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readExamplePages } from '../../../src/crawl/examples/example-pages.js';
import { UsageError } from '../../../src/failure.js';
import { TextPipeline } from '../../../src/text/text-pipeline.js';
import { html, redirect, type Site, startSite } from '../../site.js';

const folder = mkdtempSync(path.join(tmpdir(), 'osprey-examples-'));
const one = path.join(folder, 'one.html');
const two = path.join(folder, 'two.txt');
let site: Site;

before(async () => {
  writeFileSync(one, html('One', 'The first file.', [['two.txt', 'the second']]));
  writeFileSync(two, 'The second file.');
  site = await startSite({
    'a.test/robots.txt': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /private\n');
    },
    'a.test/course': html('Course', 'A course on databases.', [['/week-one', 'first week']]),
    'a.test/copy': html('Course', 'A course on databases.', [['/week-one', 'first week']]),
    'a.test/old': redirect('/older'),
    'a.test/older': redirect('/course'),
    'a.test/week-one': html('Week one', 'Nobody asked for it.'),
    'a.test/private': html('Private', 'Secret.'),
  });
});
after(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

function read(...given: string[]) {
  return readExamplePages(given, { resolve: site.resolve, allowPrivate: true, delay: '0s', retries: 0 });
}

describe('example pages', () => {
  test('are read from URLs and files, in the order given, once each', async () => {
    const pages = await read('http://a.test/course', one, 'http://a.test/course', two);
    assert.deepEqual(
      pages.map(({ given, title }) => [given, title]),
      [
        ['http://a.test/course', 'Course'],
        [one, 'One'],
        [two, ''],
      ],
    );
    assert.match(pages[0]!.text, /A course on databases\./);
    assert.match(pages[2]!.text, /The second file\./);
    const pipeline = new TextPipeline();
    assert.ok(pages[0]!.terms.ids.includes(pipeline.idOf('database')!));
    const [link] = pages[0]!.links;
    assert.deepEqual(link!.urlTerms, pipeline.termIdsOfUrl('http://a.test/week-one'));
    assert.deepEqual(link!.anchorTerms, pipeline.termIds('first week'));
    assert.ok(!site.log.some(({ path: asked }) => asked === '/week-one'), 'links are not followed');
  });

  test('are found through redirects, and copies of one another are all taken', async () => {
    const pages = await read('http://a.test/old', 'http://a.test/copy');
    assert.deepEqual(
      pages.map(({ given, url, title }) => [given, url, title]),
      [
        ['http://a.test/old', 'http://a.test/course', 'Course'],
        ['http://a.test/copy', 'http://a.test/copy', 'Course'],
      ],
    );
  });

  test('links between files lead from one to the other', async () => {
    const [first, second] = await read(one, two);
    assert.equal(first!.links[0]!.url, second!.url);
  });

  test('what cannot be had is named, all of it', async () => {
    await assert.rejects(read('http://a.test/course', 'http://a.test/gone', 'http://a.test/private'), (thrown) => {
      assert.ok(thrown instanceof UsageError);
      assert.match(thrown.message, /http:\/\/a\.test\/gone \(http-404\), http:\/\/a\.test\/private \(robots/);
      assert.doesNotMatch(thrown.message, /course/);
      return true;
    });
    await assert.rejects(read(path.join(folder, 'absent.html')), /Cannot read the page .*absent\.html/);
    const guarded = readExamplePages(['http://a.test/course'], { resolve: site.resolve, delay: '0s', retries: 0 });
    await assert.rejects(guarded, /address-refused.*--allow-private/);
  });

  test('wrong options are refused before anything is read', async () => {
    await assert.rejects(readExamplePages([one], { language: 'english' }), { code: 'bad-config' });
  });
});
