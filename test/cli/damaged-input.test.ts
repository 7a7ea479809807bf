import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DatabaseSync } from '@photostructure/sqlite';
import { startSite } from '../site.js';
import { osprey, temporaryFolder, webFlags } from './osprey.js';
import { smallWeb } from './small-web.js';

const { folder, remove } = temporaryFolder();
after(remove);

before(async () => {
  const site = await startSite(smallWeb);
  const args = ['crawl', 'jaguar car', '--seed', 'http://cars.test/', '--quiet', '--out', 'crawl'];
  await osprey([...args, ...webFlags(site)], folder);
  await site.close();
});

function copy(name: string): string {
  cpSync(path.join(folder, 'crawl'), path.join(folder, name), { recursive: true });
  return path.join(folder, name);
}

/** It is refused by a sentence that says what to do, and is not taken for a fault of Osprey. */
async function isRefused(args: readonly string[], pattern: RegExp, codes: readonly number[]): Promise<void> {
  const { code, stderr } = await osprey([...args], folder);
  assert.ok(codes.includes(code!), `${args.join(' ')} ended with ${code}: ${stderr}`);
  assert.match(stderr, pattern, args.join(' '));
  assert.doesNotMatch(stderr, /please report|\n\s+at /, args.join(' '));
}

describe('what is damaged is said to be, with what to do', () => {
  test('a database with pages of noise', async () => {
    const file = path.join(copy('noise'), 'crawl.db');
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x5a, 4096));
    for (const args of [
      ['status', 'noise'],
      ['export', 'noise', '--format', 'csv'],
      ['resume', 'noise'],
    ])
      await isRefused(args, /damaged|restore/, [2, 4]);
  });

  test('a database whose columns hold something else', async () => {
    const db = new DatabaseSync(path.join(copy('columns'), 'crawl.db'));
    db.exec("UPDATE visit SET fetched_at = 'soon', fingerprint = 'x'; UPDATE judgement SET parts = '{'");
    db.close();
    for (const format of ['jsonl', 'csv']) await isRefused(['export', 'columns', '--format', format], /damaged/, [4]);
  });

  test('a database without its tables', async () => {
    const db = new DatabaseSync(path.join(copy('tables'), 'crawl.db'));
    db.exec('DROP TABLE judgement');
    db.close();
    await isRefused(['status', 'tables'], /lacks tables/, [2]);
  });

  test('an archive that is gone', async () => {
    const crawl = copy('gone');
    for (const name of readdirSync(crawl)) if (name.endsWith('.warc.gz')) rmSync(path.join(crawl, name));
    await isRefused(['export', 'gone', '--format', 'warc', '--out', 'out.warc.gz'], /put it back/, [2]);
  });

  test('a model that holds something else', async () => {
    const kinds = { 'naive-bayes': 'taxonomy', svm: 'svm', hmm: 'hmm', 'context-graph': 'context-graph' };
    for (const [strategy, kind] of Object.entries(kinds)) {
      for (const model of [{}, [], 7, { terms: 1e12, classes: -1, states: 1e12, labels: 'x' }]) {
        const digest = createHash('sha1').update(JSON.stringify(model)).digest('hex');
        const facts = {
          format: 'osprey-model',
          kind,
          language: 'en',
          stem: true,
          trainedAt: '',
          pages: 1,
          digest,
          model,
        };
        for (const version of [1, 2, 3]) {
          writeFileSync(path.join(folder, 'model.json'), JSON.stringify({ ...facts, version }));
          const crawl = ['crawl', 'jaguar', '--seed', 'http://cars.test/', '--out', 'new', '--strategy', strategy];
          await isRefused([...crawl, '--model', 'model.json'], /train it again|osprey train/, [2]);
        }
      }
    }
  });
});
