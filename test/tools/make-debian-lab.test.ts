import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { LabTopic } from '../../src/lab/topics/lab-topic.js';
import { readTopicFile } from '../../src/lab/topics/topic-file.js';
import { graphOf, hopsFrom, reversed } from '../../src/lab/web/link-graph.js';
import { type OpenWeb, readWeb } from '../../src/lab/web/read-web.js';
import { readLabelList } from '../../src/training/label-list.js';
import { debianTopics } from '../../tools/debian-topics.js';
import { labSettings } from '../lab/archived.js';
import { html } from '../site.js';

const program = fileURLToPath(new URL('../../tools/make-debian-lab.js', import.meta.url));

function siteOf(name: string, topic: string) {
  return {
    package: name,
    root: '/usr/share/doc/html',
    base: `https://${name}.test/docs/`,
    topic,
    docBaseSection: ['Data'],
    aliases: [`^https?://${name}\\.test/(?:docs/|old/)?(.*)$`],
    home: `https://${name}.test/docs/index.html`,
  };
}

/** Two sites on databases of 40 pages each, and a chain of pages on birds that ends at one of them. */
const sites = [siteOf('table', 'database'), siteOf('row', 'database'), siteOf('wren', 'birds')];

function write(folder: string, name: string, pages: Record<string, string>): string {
  const root = path.join(folder, 'x', name, 'usr/share/doc/html');
  for (const [file, content] of Object.entries(pages)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  }
  return root;
}

function manual(other: string): Record<string, string> {
  const numbers = Array.from({ length: 38 }, (_, number) => number);
  const contents = numbers.map((number): [string, string] => [`${number}.html`, `part ${number}`]);
  const pages = numbers.map((number): [string, string] => [
    `${number}.html`,
    html(`Part ${number}`, 'rows and tables', [['./', 'contents']]),
  ]);
  return {
    'contents.html': html('Contents', 'rows and tables', [
      ...contents,
      ['_modules/a.html', 'source'],
      ['far.html', ''],
    ]),
    'far.html': html('See also', 'rows', [[`https://${other}.test/old/3.html`, 'other tables']]),
    '_modules/a.html': html('Source', 'code'),
    'alone.html': html('Alone', 'nothing links here'),
    ...Object.fromEntries(pages),
  };
}

describe('the Debian web as a web of the lab', () => {
  let folder: string;
  let web: OpenWeb;
  let topics: readonly LabTopic[];
  const make = (out: string, ...options: string[]) => {
    const env = { ...process.env, OSPREY_DEBIAN_WEB: folder, OSPREY_WEBS: folder };
    const { status, stderr } = spawnSync(process.execPath, [program, out, ...options], { env, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    return stderr;
  };

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'debian-lab-'));
    mkdirSync(path.join(folder, 'debian'));
    writeFileSync(path.join(folder, 'debian/sites.json'), JSON.stringify(sites));
    for (const [name, other] of [
      ['table', 'row'],
      ['row', 'table'],
    ] as const) {
      symlinkSync('contents.html', path.join(write(folder, name, manual(other)), 'index.html'));
    }
    write(folder, 'wren', {
      'index.html': html('Wrens', 'birds', [
        ['a.html', 'nests'],
        ['large.html', 'songs'],
      ]),
      'a.html': html('Nests', 'birds', [['b.html', 'lists']]),
      'b.html': html('Lists of birds', 'birds', [['https://table.test/docs/1.html', 'kept in tables']]),
      'large.html': html('Songs', 'tweet '.repeat(200_000)),
    });
    const out = path.join(folder, 'made');
    make(out);
    topics = readTopicFile(path.join(out, 'topics.yaml'));
    web = await readWeb(labSettings(path.join(out, 'web.warc.gz')), path.join(folder, 'kept'));
  });
  after(() => {
    web.close();
    rmSync(folder, { recursive: true });
  });

  test('holds what the portal leads to, but no listings of source code and no huge pages', () => {
    // The portal and its one section; two contents of 38 parts with a page of references each; three pages on wrens.
    assert.equal(web.urls.length, 2 + 2 * 40 + 3);
    assert.ok(hopsFrom(web.graph, [web.pageOf('http://directory.test/')!]).every((hops) => hops !== -1));
    for (const left of ['row.test/docs/_modules/a.html', 'row.test/docs/alone.html', 'wren.test/docs/large.html']) {
      assert.equal(web.pageOf(`http://${left}`), undefined, left);
    }
  });

  test('redirects copies and other URLs that pages link to', () => {
    const contents = web.pageOf('http://row.test/docs/contents.html');
    assert.notEqual(contents, undefined);
    // The portal links to index.html, the parts to the folder.
    assert.equal(web.pageOf('http://row.test/docs/index.html'), contents);
    assert.equal(web.pageOf('http://row.test/docs/'), contents);
    assert.equal(web.pageOf('http://row.test/old/3.html'), web.pageOf('http://row.test/docs/3.html'));
    assert.equal(web.pageOf('http://row.test/old/4.html'), undefined);
  });

  test('labels every page with the topic of its site', async () => {
    const labels = await readLabelList(path.join(folder, 'made/labels.tsv'));
    assert.deepEqual(labels.map(({ url }) => url).sort(), [...web.urls].sort());
    const labelOf = (page: string) => labels.find(({ url }) => url === `http://${page}`)?.labels;
    assert.deepEqual(labelOf('row.test/docs/3.html'), ['database']);
    assert.deepEqual(labelOf('wren.test/docs/a.html'), ['birds']);
    assert.deepEqual(labelOf('directory.test/'), ['other']);
  });

  test('has a topic of each label that is spread over hosts, with seeds near it and far from it', () => {
    const [topic, ...others] = topics;
    assert.ok(topic);
    assert.deepEqual(others, []);
    assert.deepEqual([topic.id, topic.query, topic.relevant], ['database', 'database', ['database']]);
    assert.equal(new Set(topic.near.map((url) => new URL(url).host)).size, 2);
    assert.equal(new Set([...topic.near, ...topic.examples]).size, 3 + 8);
    const relevant = [...web.urls.keys()].filter((page) => /\/\/(?:row|table)\./.test(web.urls[page]!));
    const hops = hopsFrom(reversed(web.graph), relevant);
    for (const url of [...topic.near, ...topic.examples]) assert.equal(hops[web.pageOf(url)!], 0, url);
    // Of the pages that lead there: the section and b.html link to it; the others are two and three links away.
    assert.equal(topic.far.length, 3);
    for (const url of topic.far) assert.ok(hops[web.pageOf(url)!]! >= 2, url);
  });

  test('has no far seeds where no page is far', () => {
    // A ring of pages on birds, on two hosts, and nothing else.
    const urls = Array.from({ length: 60 }, (_, page) => `http://${page % 2 === 0 ? 'wren' : 'tern'}.test/${page}`);
    const graph = graphOf(urls.map((_, page) => [(page + 1) % urls.length]));
    const file = path.join(folder, 'ring.yaml');
    writeFileSync(file, debianTopics({ urls, labels: urls.map(() => 'birds'), graph }, { birds: 'birds' }));
    const [topic] = readTopicFile(file);
    assert.deepEqual([topic!.near.length, topic!.far.length], [3, 0]);
  });

  test('is the same when it is made again', () => {
    const again = path.join(folder, 'again');
    make(again);
    for (const file of ['labels.tsv', 'topics.yaml']) {
      const [first, second] = ['made', 'again'].map((out) => readFileSync(path.join(folder, out, file), 'utf8'));
      assert.equal(second, first, file);
    }
  });

  test('takes the first pages of a site when there are too many', () => {
    // The portal and its section, ten pages of each manual, and the three on wrens.
    assert.match(make(path.join(folder, 'small'), '--pages-per-site', '10'), /^25 pages/);
  });
});
