import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { strategies } from '../../src/strategy/strategies.js';
import { type Site, startSite } from '../site.js';
import { writeModels } from '../strategy/invented-models.js';
import { inventedWeb } from '../strategy/invented-web.js';
import { osprey, temporaryFolder, webFlags } from './osprey.js';

const web = inventedWeb(12);
const { folder, remove } = temporaryFolder();
let site: Site;
let models: ReadonlyMap<string, string>;

const crawl = (...more: string[]) =>
  osprey(
    [
      'crawl',
      ...more,
      ...web.seeds.flatMap((url) => ['--seed', url]),
      '--max-pages',
      '8',
      ...webFlags(site),
      '--quiet',
    ],
    folder,
  );

describe('strategies on the command line', () => {
  before(async () => {
    site = await startSite(web.pages);
    models = writeModels(folder);
  });
  after(async () => {
    await site.close();
    remove();
  });

  test('all are listed, with what they need and where they come from', async () => {
    const { stdout } = await osprey(['strategies'], folder);
    for (const { name, summary, source, needs } of strategies) {
      assert.ok(stdout.includes(`${name} `), name);
      for (const text of [summary, source, ...needs]) assert.ok(stdout.includes(text), text);
    }
    const listed = JSON.parse((await osprey(['strategies', '--json'], folder)).stdout) as { name: string }[];
    assert.deepEqual(
      listed.map(({ name }) => name),
      strategies.map(({ name }) => name),
    );
  });

  test('one is shown with its parameters, those of its training, and the genres it knows', async () => {
    const hmm = (await osprey(['strategies', 'hmm'], folder)).stdout;
    assert.match(hmm, /--set hmm\.PARAMETER=VALUE/);
    assert.match(hmm, /osprey train --for hmm --set hmm\.PARAMETER=VALUE\n.*\n {2}clusters +n +5 /);
    assert.match(
      (await osprey(['strategies', 'tswt'], folder)).stdout,
      /Also +--genre, --genre-terms.*\n(.*\n)*Genres/,
    );
    const { code, stderr } = await osprey(['strategies', 'best-frist'], folder);
    assert.equal(code, 2);
    assert.match(stderr, /did you mean "best-first"\?/);
  });

  test('a crawl keeps its model: it goes on with it though the file is gone', async () => {
    const model = path.join(folder, 'mine.json');
    writeFileSync(model, readFileSync(models.get('taxonomy')!));
    assert.equal((await crawl('--strategy', 'naive-bayes', '--model', model, '--out', 'kept')).code, 0);
    rmSync(model);
    const { code, stderr } = await osprey(['resume', 'kept', '--max-pages', '12', '--quiet'], folder);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(readFileSync(path.join(folder, 'kept/crawl.yaml'), 'utf8'), /^model: model\.json$/m);
  });

  test('a model that is refused leaves the crawl as it was', async () => {
    assert.equal(
      (await crawl('--strategy', 'naive-bayes', '--model', models.get('taxonomy')!, '--out', 'own')).code,
      0,
    );
    for (const model of [models.get('svm')!, 'none.json']) {
      const { code, stderr } = await osprey(['rejudge', 'own', '--model', model], folder);
      assert.equal(code, 2, stderr);
    }
    assert.equal((await osprey(['resume', 'own', '--max-pages', '10', '--quiet'], folder)).code, 0);
  });

  test('another strategy can judge a crawl with a model, and the crawl goes on with it', async () => {
    const model = models.get('svm')!;
    assert.equal((await crawl('--strategy', 'svm', '--model', model, '--out', 'judged')).code, 0);
    const { code, stdout } = await osprey(['rejudge', 'judged', 'law court', '--strategy', 'tswt'], folder);
    assert.equal(code, 0);
    assert.match(stdout, /A resumed crawl will use tswt/);
    assert.equal((await osprey(['resume', 'judged', '--max-pages', '12', '--quiet'], folder)).code, 0);
  });

  test('what is wrong, missing or given in vain is one sentence, before anything is fetched', async () => {
    const damaged = path.join(folder, 'damaged.json');
    writeFileSync(damaged, readFileSync(models.get('svm')!, 'utf8').replace(/"bias":[^,]+/, '"bias":1e9'));
    const newer = path.join(folder, 'newer.json');
    writeFileSync(newer, readFileSync(models.get('svm')!, 'utf8').replace('"version":1', '"version":99'));
    writeFileSync(path.join(folder, 'not.json'), 'not\njson');
    const svm = ['--strategy', 'svm', '--model'];
    const cases: [flags: string[], message: RegExp][] = [
      [['law', '--strategy', 'hmm'], /^osprey: The strategy hmm needs a trained model: .*osprey train --for hmm\.\n$/],
      [[...svm, 'none.json'], /cannot be read \(ENOENT.*; check the path, or train it again\.\n$/],
      [[...svm, 'not.json'], /cannot be read \(it is not JSON\); check the path, or train it again\.\n$/],
      [[...svm, damaged], /is damaged: .* train it again\.\n$/],
      [[...svm, newer], /is of version 99, this Osprey reads version 1; train it again/],
      [[...svm, models.get('hmm')!], /is of kind hmm, but svm needs one of kind svm; make one with/],
      [[...svm, models.get('svm')!, '--no-stem'], /was trained for language en, with stems; crawl with the same/],
      [
        [...svm, models.get('svm')!, '--set', 'svm.gamma=1'],
        /gamma is a parameter of training: osprey train --for svm/,
      ],
      [['law', '--model', models.get('svm')!], /The strategy osprey takes no --model; leave it out, or choose one of /],
      [
        ['law', '--strategy', 'best-first', '--genre', 'news'],
        /takes no --genre; leave it out, or choose one of osprey, tswt, genre \(web, news, discussions, blogs are for/,
      ],
      [['law', '--strategy', 'genre', '--genre', 'newz'], /Unknown genre "newz"; did you mean "news"\? Genres: /],
      [['law', '--strategy', 'genre'], /genre/],
      [['law', '--strategy', 'genre', '--genre-terms', 'the,of'], /stop words/],
      [['law', '--not', 'the'], /--not "the" contains only stop words/],
      [['law', '--not', 'law'], /--not "law" is a word of the query/],
      [['law', '--language', 'xx'], /--language: must be a two-letter language code/],
      [['--strategy', 'best-first', '--content-terms', 'law'], /needs a query|takes no --content-terms/],
    ];
    const requests = site.log.length;
    for (const [flags, message] of cases) {
      const { code, stderr } = await crawl(...flags, '--out', 'never');
      assert.equal(code, 2, `${flags.join(' ')}: ${stderr}`);
      assert.match(stderr, message);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
      assert.ok(!existsSync(path.join(folder, 'never')), flags.join(' '));
    }
    assert.equal(site.log.length, requests);
  });
});
