import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type LabelFlags, labelCommand } from '../../src/cli/commands/label/run.js';
import { lockLabels } from '../../src/labels/label-lock.js';
import { startSite } from '../site.js';
import { jsonLines, osprey, temporaryFolder, webFlags } from './osprey.js';
import { smallWeb } from './small-web.js';

const { folder, remove } = temporaryFolder();
after(remove);
const cars = path.join(folder, 'cars');
const labels = path.join(cars, 'labels.tsv');

before(async () => {
  const site = await startSite(smallWeb);
  const crawl = ['crawl', 'jaguar car', '--seed', 'http://cars.test/', '--quiet', '--out', 'cars'];
  const { code, stderr } = await osprey([...crawl, '--strategy', 'best-first', ...webFlags(site)], folder);
  assert.equal(code, 0, stderr);
  await site.close();
});
beforeEach(() => rmSync(labels, { force: true }));

async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await osprey(args, folder);
  assert.deepEqual([code, stderr], [0, '']);
  return stdout;
}

const refused = (words: string[], message: RegExp, flags: LabelFlags = {}) =>
  assert.rejects(labelCommand(cars, words, flags), { name: 'UsageError', message });

/** URL and label of each judged page. */
function judged(): string[][] {
  const lines = readFileSync(labels, 'utf8').split('\n').slice(2, -1);
  return lines.map((line) => line.split('\t').slice(0, 2));
}

describe('osprey label', () => {
  test('keeps what is said of pages beside the crawl, and tells what comes of it', async () => {
    const said = ['http://cars.test/e-type.html', 'http://CARS.test/engine.html', 'yes', 'http://garden.test/', 'no'];
    assert.equal(
      await printed('label', 'cars', ...said),
      'Saved 3 labels; exports will use them. The strategy best-first does not learn from labels.\n',
    );
    assert.deepEqual(judged(), [
      ['http://cars.test/e-type.html', 'relevant'],
      ['http://cars.test/engine.html', 'relevant'],
      ['http://garden.test/', 'other'],
    ]);
    assert.match(readFileSync(labels, 'utf8'), /^# Judged by people\.\nurl\tlabels\tjudged\n/);
  });

  test('a list says it of many pages, the last word on a page counts, and programs get JSON', async () => {
    writeFileSync(labels, 'http://garden.test/\trelevant\n');
    const list = path.join(folder, 'list.tsv');
    writeFileSync(list, '# mine\nhttp://cars.test/\tno\r\n\nhttp://cars.test/\tyes\nhttp://garden.test/\tno\n');
    const { folder: _, ...kept } = JSON.parse(await printed('label', 'cars', '--from', list, '--json'));
    assert.deepEqual(kept, {
      saved: 2,
      labels: [
        { url: 'http://cars.test/', relevant: true },
        { url: 'http://garden.test/', relevant: false },
      ],
      changed: 1,
      running: false,
      learns: false,
    });
    assert.deepEqual(judged(), [
      ['http://garden.test/', 'other'],
      ['http://cars.test/', 'relevant'],
    ]);
  });

  test('only visited pages can be judged: all that is wrong is told at once, and nothing kept', async () => {
    const list = path.join(folder, 'wrong.tsv');
    const wrong = [
      'http://cars.test/ yes',
      'http://cars.test/ maybe',
      'http://cars.test/old.html yes',
      'http://cars.test/copy.html yes',
      'http://cars.test/missing.html yes',
      'http://elsewhere.test/ no',
      'nonsense yes',
    ];
    writeFileSync(list, wrong.join('\n'));
    const lines = [
      /wrong\.tsv:2: must be followed by yes or no, not by "maybe"/,
      /wrong\.tsv:3: redirects to http:\/\/cars\.test\/xk120\.html; label that one/,
      /wrong\.tsv:4: is a copy of http:\/\/cars\.test\/e-type\.html; label that one/,
      /wrong\.tsv:5: could not be read \(http-404\)/,
      /wrong\.tsv:6: is not in this crawl/,
      /wrong\.tsv:7: must be an http or https URL$/,
    ];
    await refused([], new RegExp(lines.map(({ source }) => source).join('[^\\n]*\\n[^\\n]*')), { from: list });
    await refused(['http://cars.test/'], /http:\/\/cars\.test\/: must be followed by yes or no$/);
    await refused(['yes'], /No URL before "yes"/);
    await refused([], /No labels given\. Use osprey label DIR URL yes/);
    await refused([], /Cannot read the list nowhere\.tsv/, { from: 'nowhere.tsv' });
    assert.throws(() => readFileSync(labels), { code: 'ENOENT' });
  });

  test('waits for nobody: while somebody judges the crawl with osprey lab label it is turned away', async () => {
    const unlock = lockLabels(cars);
    await refused(['http://cars.test/', 'yes'], /is running on this crawl; wait until it ends/);
    unlock();
  });

  test('exports show labels, and what people said decides which pages are relevant', async () => {
    writeFileSync(labels, 'http://cars.test/e-type.html\tother\nhttp://garden.test/\trelevant\n');
    const lines = jsonLines(await printed('export', 'cars', '--format', 'jsonl', '--relevant', '--export-noindex'));
    const garden = lines.find(({ url }) => url === 'http://garden.test/')!;
    assert.deepEqual([garden.relevant, garden.label], [false, true]);
    const others = lines.filter((line) => line !== garden);
    assert.ok(others.length > 3 && others.every((line) => line.relevant === true && line.label === null));
    assert.ok(!lines.some(({ url }) => url === 'http://cars.test/e-type.html'));
    const shown = await printed('export', 'cars', '--format', 'csv', '--fields', 'url,label', '--export-noindex');
    assert.match(shown, /^http:\/\/cars\.test\/e-type\.html,.*,false\r$/m);
  });
});
