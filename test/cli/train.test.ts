import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type TrainFlags, trainCommand } from '../../src/cli/commands/train/run.js';
import { hmmTrainer } from '../../src/learning/markov/hmm-trainer.js';
import { readModel } from '../../src/learning/model-file.js';
import { taxonomyTrainer } from '../../src/learning/taxonomy-trainer.js';
import { html, type Site, startSite } from '../site.js';
import { osprey, temporaryFolder, webFlags } from './osprey.js';

const { folder, remove } = temporaryFolder();
after(remove);
const place = (name: string) => path.join(folder, name);

const owl = 'The owl is a bird of prey. Owls fly at night, and the owl sees in the dark.';
const rose = 'Roses grow in the garden, and a gardener cuts the roses in autumn.';
const names = ['barn', 'snowy', 'tawny', 'eagle'];
const owls = names.map((name) => [`/owls/${name}.html`, `${name} owl`] as const);
const roses = names.map((name) => [`/roses/${name}.html`, `${name} rose`] as const);

/** A home page, gardens that link to each other and to owls, and owls. */
const web = {
  'park.test/': html('Park', 'A park with roses and a garden.', [...roses, owls[0]!]),
  ...Object.fromEntries(
    owls.map(([url, name], k) => [`park.test${url}`, html(name, `${owl} ${name}.`, [owls[(k + 1) % 4]!])]),
  ),
  ...Object.fromEntries(roses.map(([url, name], k) => [`park.test${url}`, html(name, `${rose} ${name}.`, [owls[k]!])])),
};

const crawlFlags = ['crawl', 'owl of prey at night', '--seed', 'http://park.test/', '--quiet', '--idf', 'one'];
let site: Site;

before(async () => {
  site = await startSite(web);
  writeFileSync(place('owls.tsv'), 'http://park.test/owls/barn.html\trelevant\n');
  await Promise.all([
    osprey([...crawlFlags, ...webFlags(site), '--out', 'park'], folder),
    osprey([...crawlFlags, ...webFlags(site), '--out', 'unkept', '--no-archive', '--max-pages', '1'], folder),
  ]);
});
after(() => site.close());

function train(...args: string[]) {
  return osprey(['train', ...args, '--workers', '0'], folder);
}

describe('osprey train', { concurrency: 2 }, () => {
  test('a finished crawl becomes a model that a crawl takes', async () => {
    const { code, stdout, stderr } = await train('--for', 'naive-bayes', '--crawl', 'park');
    // Progress is only told where it takes its time, as on a busy machine.
    assert.deepEqual([code, stderr.replace(/^Cross-validation, fold \d of \d\n/gm, '')], [0, '']);
    assert.match(stdout, /^Read {7}9 pages: relevant 4 \(target\), other 5\n {11}13 links between them$/m);
    assert.match(stdout, /^Quality {4}4-fold cross-validation: each page is scored by a model that has not seen it$/m);
    assert.match(stdout, /^ {11}ROC AUC 1\.000; 44\.4 % of the pages are targets$/m);
    assert.match(stdout, /^Classes {4}accuracy 100\.0 % \(always predicting other: 55\.6 %\)$/m);
    assert.match(stdout, /^ {11}relevant +4 +0$/m);
    assert.match(stdout, /^Found {6}class other: 5 pages; .*garden/m);
    assert.match(stdout, /^ {11}class relevant \(wanted\): 4 pages; .*owl/m);
    assert.match(stdout, /^Use it {5}osprey crawl … --strategy naive-bayes --model naive-bayes\.model\.json$/m);
    const model = place('naive-bayes.model.json');
    const { classes } = readModel({ model, language: 'en', stem: true }, taxonomyTrainer, 'naive-bayes');
    assert.deepEqual(classes, ['other', 'relevant']);
    const crawl = await osprey(
      [...crawlFlags, ...webFlags(site), '--strategy', 'naive-bayes', '--model', model, '--out', 'again'],
      folder,
    );
    assert.deepEqual([crawl.code, crawl.stderr], [0, '']);
  });

  test('the order of its visits is what an HMM learns; the same input gives the same model', async () => {
    const made = await Promise.all(
      ['one.json', 'two.json'].map((out) => train('--for', 'hmm', '--crawl', 'park', '--out', out, '--json')),
    );
    const [one, two] = made.map(({ stdout, stderr }) => {
      assert.equal(stderr, '');
      return JSON.parse(stdout);
    });
    assert.deepEqual({ ...one, model: '', use: '' }, { ...two, model: '', use: '' });
    assert.deepEqual([one.kind, one.pages, one.labels], ['hmm', 9, { relevant: 4, other: 5 }]);
    assert.ok(one.found.some((line: string) => /L0/.test(line)));
    const [first, second] = ['one.json', 'two.json'].map((name) =>
      readModel({ model: place(name), language: 'en', stem: true }, hmmTrainer, 'hmm'),
    );
    assert.deepEqual(first, second);
  });

  test("a person's labels for the pages of a crawl", async () => {
    const lines = [...owls, ...roses].map(([url]) => `http://park.test${url}\t${url.split('/')[1]}`);
    writeFileSync(place('labels.tsv'), ['url\tlabel', ...lines, 'http://park.test/nowhere\towls'].join('\n'));
    const flags = ['--labels', 'labels.tsv', '--crawl', 'park', '--target', 'owls', '--out', 'labelled.json'];
    const { code, stdout, stderr } = await train('--for', 'naive-bayes', ...flags);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^Read {7}8 pages: owls 4 \(target\), roses 4$/m);
    assert.match(stdout, /^Skipped {4}1 page: it is not in the archive \(http:\/\/park\.test\/nowhere\)$/m);
    assert.match(stdout, /^ {11}links of roses \(4\) lead to owls 100 %$/m);
  });

  test('a taxonomy folder; a class of one page is named, and control characters stay out of the terminal', async () => {
    for (const [k, name] of ['owls', 'roses', 'cats\u001b[31m'].entries()) {
      mkdirSync(place(`taxonomy/${name}`), { recursive: true });
      for (let page = 0; page < 3 - k; page++)
        writeFileSync(place(`taxonomy/${name}/${page}.html`), html(`${name} ${page}`, k === 0 ? owl : rose));
    }
    const flags = ['--taxonomy', 'taxonomy', '--target', 'owls', '--out', 'taxonomy.json', '--folds', '9'];
    const refused = await train('--for', 'multi-level', ...flags);
    assert.equal(refused.code, 2, 'its pages do not link to each other');
    assert.match(refused.stderr, /^osprey: The model gives multi-level no rules, .*train it on pages that do/);
    const { code, stdout, stderr } = await train('--for', 'naive-bayes', ...flags);
    assert.deepEqual([code, stderr], [0, ''], 'and nothing was left behind');
    assert.match(stdout, /^Quality {4}3-fold cross-validation/m);
    assert.match(stdout, /labels with a single page: cats ?\[31m; they cannot be cross-validated/);
    assert.ok(!stdout.includes('\u001b'));
  });

  test('pages of which too few are given are learnt from, and it is said that quality could not be measured', async () => {
    writeFileSync(place('owl.html'), html('Owl', owl));
    writeFileSync(place('rose.txt'), rose);
    const flags = ['--relevant', 'owl.html', '--other', 'rose.txt', '--out', 'two-pages.json', '--no-stem'];
    const { code, stdout, stderr } = await train('--for', 'naive-bayes', ...flags);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(
      stdout,
      /^Quality {4}not measured: it takes at least two pages that are wanted and two that are not$/m,
    );
    assert.match(stdout, /--model two-pages\.json --no-stem$/m);
    assert.equal(JSON.parse(readFileSync(place('two-pages.json'), 'utf8')).stem, false);
  });

  const refusals: [what: string, flags: Partial<TrainFlags>, message: RegExp][] = [
    [
      'a strategy without a model',
      { for: 'best-first', crawl: 'park' },
      /^The strategy best-first uses no model\. Strategies with a model: .*hmm/,
    ],
    ['an unknown strategy', { for: 'oracle', crawl: 'park' }, /^There is no strategy "oracle"/],
    ['no pages', {}, /^Training pages are missing: --relevant and --other/],
    ['two sources', { taxonomy: 'x', crawl: place('park') }, /^Give one source of pages:/],
    ['labels without pages', { labels: 'labels.tsv' }, /^The pages of labels\.tsv are missing: give --web/],
    [
      'a target of nothing',
      { crawl: place('park'), target: 'x' },
      /^--target works only with --labels, --visits or --taxonomy/,
    ],
    ['a crawl without an archive', { crawl: place('unkept') }, /was crawled with --no-archive, so its pages cannot be/],
    ['a folder without a crawl', { crawl: place('.') }, /^No crawl found in /],
    [
      'a file that is there already',
      { crawl: place('park'), out: place('park/crawl.db') },
      /already exists; remove it/,
    ],
    [
      'a folder that is not there',
      { crawl: place('park'), out: place('no/model.json') },
      /^The folder .* does not exist; choose another --out/,
    ],
    ['one fold', { crawl: place('park'), folds: '1' }, /^--folds: must be a whole number \(2 to 1000\), not "1"\.$/],
    ['a wrong option', { crawl: place('park'), options: { language: 'English' } }, /^--language: must be a two-letter/],
    ['too few pages', { for: 'svm', crawl: place('park') }, /^A support vector machine needs at least 5 pages/],
    [
      'a list that is none',
      { labels: place('park/crawl.yaml'), options: { web: 'no.warc.gz' } },
      /crawl\.yaml:2: must begin/,
    ],
    ['a web that is not there', { labels: place('owls.tsv'), options: { web: 'no.warc.gz' } }, /no\.warc\.gz/],
  ];
  for (const [what, flags, message] of refusals)
    test(`refuses ${what}`, async () => {
      const out = place(`refused-${what.replaceAll(' ', '-')}.json`);
      const given = { for: 'naive-bayes', out, quiet: true, ...flags, options: { workers: '0', ...flags.options } };
      await assert.rejects(trainCommand(given), (error: Error) => {
        assert.equal(error.name, 'UsageError', error.stack);
        assert.match(error.message, message);
        return true;
      });
      assert.ok(!existsSync(out), 'nothing was made');
    });
});
