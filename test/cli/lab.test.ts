import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { program } from '../../src/cli/program.js';
import type { RunResult } from '../../src/lab/results.js';
import { archiveOf } from '../lab/archived.js';
import { inventedWeb } from '../strategy/invented-web.js';
import { type Ended, osprey, startOsprey, temporaryFolder } from './osprey.js';

const { folder, remove } = temporaryFolder();
after(remove);
const at = (...names: string[]) => path.join(folder, ...names);
// What the laboratories of these tests keep for a while, apart from those of other programs.
process.env.TMPDIR = at('tmp');
process.env.OSPREY_CACHE = at('.cache');

const budget = 25;
const bounds = ['admissible-bound', 'look-ahead-oracle', 'label-oracle', 'content-oracle'];
const floors = ['breadth-first', 'random'];
const judged = ['lab', '--web', 'web.warc.gz', '--labels', 'labels.tsv'];
/** No workers are one process that also reads the pages: a thread for them costs more than these small webs. */
const compared = [...judged, '--topics', 'topics.yaml', '--budget', String(budget)];

const topics = `
- id: law
  query: court law judge
  relevant: law
  near: [http://a.test/law/0.html]
  examples: [http://b.test/law/1.html, http://c.test/law/2.html]
- id: cooking
  query: recipe oven
  relevant: cooking
`;

/** Follows links whose anchors are long. */
const ownStrategy = `
import { defineStrategy, integer, parameter, TopicJudge } from 'osprey-crawler';
export const strategy = defineStrategy({
  name: 'long-anchors',
  summary: 'Long anchors first.',
  source: 'a test',
  needs: ['query'],
  parameters: { most: parameter(integer({ min: 1 }), 50, 'Letters that count.') },
  parts: {},
  prepare: ({ parameters: { most } }) => ({
    make(topic) {
      const judge = new TopicJudge(topic);
      return {
        name: 'long-anchors',
        merge: 'max',
        judge: (page) => judge.judge(page),
        rank: (_page, _judgement, links) =>
          links.map(({ anchor }) => ({ value: Math.min(most, anchor.length) / most, parts: {} })),
      };
    },
  }),
});
`;

before(() => {
  const { pages, kindOf } = inventedWeb(30);
  archiveOf(folder, pages);
  mkdirSync(at('tmp'));
  const labels = Object.keys(pages).map((place) => `http://${place}\t${kindOf(place)}\n`);
  writeFileSync(at('labels.tsv'), `url\tlabels\n${labels.join('')}`);
  writeFileSync(at('topics.yaml'), topics);
  writeFileSync(at('long-anchors.ts'), ownStrategy);
});

function resultsIn(out: string): RunResult[] {
  return JSON.parse(readFileSync(at(out, 'results.json'), 'utf8'));
}

/** All but what a clock measured. */
function untimed(out: string): Omit<RunResult, 'cpuMsPerPage'>[] {
  return resultsIn(out).map(({ cpuMsPerPage: _, ...rest }) => rest);
}

function strategiesIn(out: string): string[] {
  return [...new Set(resultsIn(out).map(({ strategy }) => strategy))];
}

async function succeeds(args: readonly string[]): Promise<Ended> {
  const ended = await osprey(args, folder);
  assert.equal(ended.code, 0, ended.stderr);
  return ended;
}

/** Folders that laboratories left behind. */
const leftovers = () => readdirSync(at('tmp')).filter((name) => name.startsWith('osprey-lab-'));

describe('osprey lab', () => {
  const strategies = ['--strategies', 'best-first,n-best-first+n=2,./long-anchors.ts', '--set', 'long-anchors.most=12'];
  let first: Ended;
  let second: Ended;
  before(async () => {
    [first, second] = await Promise.all([
      succeeds([...compared, ...strategies, '--workers', '0', '--out', 'first']),
      succeeds([...compared, ...strategies, '--workers', '2', '--out', 'second', '--json']),
    ]);
  });

  test('writes every crawl with its figures, for strategies, floors and bounds', () => {
    const runs = resultsIn('first');
    const named = ['best-first', 'n-best-first+n=2', 'long-anchors'];
    assert.deepEqual(strategiesIn('first').toSorted(), [...bounds, ...floors, ...named].toSorted());
    // 9 contenders and bounds, 2 topics, near and far.
    assert.equal(runs.length, 9 * 2 * 2);
    for (const run of runs) {
      assert.ok(['law', 'cooking'].includes(run.topic) && ['near', 'far'].includes(run.seeds));
      assert.deepEqual([run.budget, run.fetched, run.curve.length], [budget, budget, budget]);
      assert.ok(Math.abs(run.harvest - run.relevantFound / run.fetched) < 1e-9);
      assert.ok(Math.abs(run.recall - run.relevantFound / run.relevantReachable) < 1e-9);
      // The curve is written with six digits.
      const mean = run.curve.reduce((sum, recall) => sum + recall, 0) / budget;
      assert.ok(Math.abs(run.auc - mean) < 1e-6, `${run.strategy}: ${run.auc}, ${mean}`);
      assert.ok(Math.abs(run.recall - run.curve.at(-1)!) < 1e-6);
      if (bounds.includes(run.strategy)) assert.equal(run.cpuMsPerPage, null);
      else assert.ok(run.cpuMsPerPage! > 0 && run.hosts >= 1 && run.hosts <= 3);
    }
  });

  test('strategies are told apart from each other and from the floors', () => {
    const curves = strategiesIn('first').map((name) =>
      JSON.stringify(resultsIn('first').flatMap(({ strategy, curve }) => (strategy === name ? [curve] : []))),
    );
    assert.equal(new Set(curves).size, curves.length);
  });

  test('the table of values has the same crawls', () => {
    const [header = '', ...rows] = readFileSync(at('first', 'results.csv'), 'utf8').trimEnd().split('\r\n');
    const [strategy, auc] = ['strategy', 'auc'].map((name) => header.split(',').indexOf(name));
    assert.deepEqual(
      rows.map((row) => [row.split(',')[strategy!], Number(row.split(',')[auc!])]),
      resultsIn('first').map((run) => [run.strategy, run.auc]),
    );
  });

  test('the report is one file that loads nothing', () => {
    const html = readFileSync(at('first', 'report.html'), 'utf8');
    assert.match(html, /^<!doctype html>/i);
    assert.ok(html.includes('n-best-first+n=2') && html.includes('long-anchors'));
    assert.doesNotMatch(html, /<(?:script|img|iframe)[^>]+src=|<link[^>]+href=|@import|url\((?!["']?(?:data:|#))/i);
  });

  test('the summary names the winner, with a curve in every row', () => {
    const { stdout } = first;
    assert.match(stdout, /^On osprey-cli-\S+, [\w+=-]+ finds most, soonest: its mean AUC is 0\.\d{3} /m);
    for (const name of [...bounds, ...floors, 'best-first', 'n-best-first\\+n=2', 'long-anchors'])
      assert.match(stdout, new RegExp(`^  ${name} .* [▁▂▃▄▅▆▇█]{12}$`, 'm'));
    assert.match(stdout, /^Wrote first\/report\.html, first\/results\.json, first\/results\.csv\n$/m);
  });

  test('the same random seed gives the same results, on one process as on two', () => {
    assert.deepEqual(untimed('second'), untimed('first'));
  });

  test('with --json all that the report says is one object', () => {
    assert.equal(second.stderr, '');
    assert.equal(second.stdout.trimEnd().split('\n').length, 1);
    const { out, baseline, truth, contenders, standings } = JSON.parse(second.stdout);
    assert.deepEqual([out, baseline, truth, contenders.length], ['second', 'best-first', 'labels', 9]);
    // All seeds, near and far.
    assert.equal(standings.length, 9 * 3);
  });

  const small = ['--seeds', 'near', '--budget', '10', '--workers', '0'];

  test('a query alone is a topic, and the pages with its words are relevant', async () => {
    const asked = ['lab', 'court judge', '--web', 'web.warc.gz', '--truth', 'query', '--strategies', 'best-first'];
    const { stdout, stderr } = await succeeds([...asked, ...small, '--quiet', '--out', 'words']);
    assert.deepEqual([stdout, stderr], ['', '']);
    const runs = resultsIn('words');
    assert.ok(runs.every(({ topic, seeds }) => topic === 'court-judge' && seeds === 'near'));
    assert.ok(runs.every(({ relevantReachable }) => relevantReachable >= 20));
  });

  test('labels alone are topics, and what is trained with some of them is judged by the others', async () => {
    const trained = [...judged, '--strategies', 'naive-bayes', ...small];
    const { stdout } = await succeeds([...trained, '--out', 'labels', '--json']);
    const { split, contenders } = JSON.parse(stdout);
    assert.ok(split.share === 0.2 && split.pages > 0);
    assert.equal(contenders.find(({ name }: { name: string }) => name === 'naive-bayes').supervision, 'labels');
    const runs = resultsIn('labels').filter(({ strategy }) => strategy === 'naive-bayes');
    assert.deepEqual(runs.map(({ topic }) => topic).toSorted(), ['cooking', 'directory', 'law', 'sport']);
    assert.ok(runs.every(({ relevantReachable }) => relevantReachable < 30));
  });
});

describe('osprey lab refuses what is wrong with one sentence that names the fix', () => {
  before(() => {
    writeFileSync(at('bad.yaml'), '- {id: law, qeury: court, relevant: law}\n- {query: ball}\n');
    writeFileSync(at('odd.tsv'), 'http://elsewhere.test/\tlaw\n');
    mkdirSync(at('taken'));
    writeFileSync(at('taken', 'results.json'), '[]');
  });

  // Their web does not exist: that would be told instead if they got as far as to read it.
  const early = ['lab', '--web', 'none.warc.gz', '--labels', 'labels.tsv', '--topics', 'topics.yaml', '--out', 'new'];
  const cases: readonly (readonly [what: string, args: readonly string[], message: RegExp])[] = [
    ['no web', ['lab', 'court'], /^A recorded web is needed: --web .*"osprey lab record" makes one from crawls\.$/],
    ['a missing web', early, /^Cannot read the archive .*none\.warc\.gz .*; check the path\.$/],
    ['nothing to look for', ['lab', '--web', 'none.warc.gz'], /^No topics: give --topics FILE, --labels FILE/],
    ['two sorts of topics', ['lab', 'court', ...early.slice(1)], /^Give --topics or a query, not both/],
    ['missing labels', [...early, '--labels', 'none.tsv'], /^Cannot read the list none\.tsv .*; check the path\.$/],
    ['missing topics', [...early, '--topics', 'none.yaml'], /none\.yaml cannot be read .*; check the path\.$/],
    ['no such strategy', [...early, '--strategies', 'best-furst'], /"best-furst"; did you mean "best-first"\?/],
    ['no such file', [...early, '--strategies', './none.ts'], /^The strategy file .*none\.ts does not exist; check/],
    [
      'no such parameter',
      [...early, '--strategies', 'n-best-first+m=2'],
      /has no parameter "m"; it has n, anchor-weight/,
    ],
    ['a bad parameter', [...early, '--strategies', 'n-best-first+n=0'], /n-best-first\.n: must be a whole number/],
    [
      'a parameter of nobody',
      [...early, '--strategies', 'ssrm', '--set', 'tswt.size=3'],
      /^--set tswt\.size: that strategy is not in --strategies; /,
    ],
    [
      'no such baseline',
      [...early, '--strategies', 'ssrm', '--baseline', 'tswt'],
      /^--baseline tswt is not in --strategies; choose one of breadth-first, random, ssrm\.$/,
    ],
    [
      'no such topic',
      [...early, '--topic', 'law', 'cars'],
      /^Unknown topic cars \(--topic\); the topics are law, cooking\.$/,
    ],
    ['no budget', [...early, '--budget', '0'], /^--budget: must be a whole number \(1 to 1000000\), not "0"\.$/],
    ['odd seeds', [...early, '--seeds', 'close'], /^--seeds: must be one of near, far, both, not "close"\.$/],
    ['a bad split', [...early, '--split', '1'], /^--split: must be a number \(0 to 0\.9\), not "1"\.$/],
    ['no answers', [...early, '--teach', '5,x'], /^--teach: must be a whole number \(1 to 1000\), not "x"\.$/],
    ['no such judge', ['lab', 'judges', ...early.slice(1), '--judges', 'bm25&bmm'], /^There is no strategy "bmm"/],
    [
      'a judge that needs a model',
      ['lab', 'judges', ...early.slice(1), '--judges', 'bm25,svm'],
      /^svm needs a model, which is trained with the labels; leave it out\.$/,
    ],
    ['a bad truth', [...early, '--truth', 'me'], /^--truth: must be one of labels, examples, query, not "me"\.$/],
    [
      'the truth of no labels',
      ['lab', 'court', '--web', 'none.warc.gz', '--truth', 'labels'],
      /^No labels: give --labels FILE/,
    ],
    [
      'results that are there',
      [...early, '--out', 'taken'],
      /^taken already contains a report; choose another --out\.$/,
    ],
    ['a file as folder', [...early, '--out', 'labels.tsv'], /^labels\.tsv is not a folder; choose another --out\.$/],
    [
      'labels of another web',
      [...judged, '--labels', 'odd.tsv', '--workers', '0', '--out', 'new'],
      /^None of the labelled URLs is in the web/,
    ],
    [
      'a topic without labels',
      ['lab', 'court', ...judged.slice(1), '--truth', 'labels', '--workers', '0', '--out', 'new'],
      /^The topic court names no labels; /,
    ],
  ];

  // In this process, which spares the start of one for each.
  const home = process.cwd();
  before(() => process.chdir(folder));
  after(() => process.chdir(home));
  const run = (args: readonly string[]) => program(() => {}).parseAsync(['node', 'osprey', ...args]);

  for (const [what, args, message] of cases)
    test(what, async () => {
      await assert.rejects(run(args), { name: 'UsageError', message });
      assert.ok(!existsSync('new') && !existsSync('labs'));
    });

  test('all that is wrong with a file of topics, with the places', async () => {
    const message =
      /^bad\.yaml:1:13: qeury: unknown field; did you mean query\?\n[\s\S]*^bad\.yaml:2:3: must have an id$/m;
    await assert.rejects(run([...early, '--topics', 'bad.yaml']), { name: 'UsageError', message });
  });

  test('on standard error, with exit code 2', async () => {
    const { code, stdout, stderr } = await osprey([...early, '--budget', 'ten'], folder);
    assert.deepEqual([code, stdout], [2, '']);
    assert.equal(stderr, 'osprey: --budget: must be a whole number (1 to 1000000), not "ten".\n');
  });
});

describe('a comparison that is stopped', { skip: existsSync('/proc/self/stat') ? false : 'looks at /proc' }, () => {
  // Enough crawls that one is still at work when it is stopped.
  const long = [...compared, '--topic', 'law', '--strategies', 'best-first', '--repeat', '5', '--workers', '1'];

  test('goes on with the same command when it was killed, to the same results', async () => {
    const reference = succeeds([...long, '--out', 'whole', '--workers', '0']);
    const stopped = startOsprey([...long, '--out', 'killed'], folder);
    await until(() => linesOf('killed') > 4);
    const children = childrenOf(stopped.process.pid!);
    assert.equal(children.length, 1);
    stopped.process.kill('SIGKILL');
    assert.equal((await stopped.ended).code, null);
    await until(() => !children.some(isAlive));
    assert.ok(!existsSync(at('killed', 'results.json')));
    await reference;

    const { stderr } = await succeeds([...long, '--out', 'killed']);
    assert.match(stderr, /^Continuing killed: \d+ crawls already done\.$/m);
    assert.deepEqual(untimed('killed'), untimed('whole'));
    assert.deepEqual(readdirSync(at('killed')).toSorted(), ['report.html', 'results.csv', 'results.json']);
  });

  test('ends its processes and leaves no temporary folder at Ctrl-C', async () => {
    const left = leftovers();
    const stopped = startOsprey([...long, '--workers', '2', '--out', 'interrupted'], folder);
    await until(() => linesOf('interrupted') > 4);
    const children = childrenOf(stopped.process.pid!);
    stopped.process.kill('SIGINT');
    const { code, stdout, stderr } = await stopped.ended;
    assert.deepEqual([code, stdout, leftovers()], [130, '', left]);
    assert.match(stderr, /^Stopped; the same command with --out interrupted continues from here\.$/m);
    assert.ok(children.length === 2 && !children.some(isAlive));
    assert.ok(!existsSync(at('interrupted', 'results.json')));
  });

  test('goes on from crawls that are kept (--runs), and so does the next one, also with the papers’ experiments', async () => {
    const papers = [
      'lab',
      'papers',
      'pappas-2012-fig-7-agents',
      ...compared.slice(1),
      '--workers',
      '1',
      '--runs',
      'kept.jsonl',
    ];
    const stopped = startOsprey([...papers, '--out', 'papers'], folder);
    await until(() => linesIn('kept.jsonl') > 1);
    stopped.process.kill('SIGINT');
    const { code, stderr } = await stopped.ended;
    assert.equal(code, 130);
    assert.match(stderr, /^Stopped; the same command with --out papers continues from here\.$/m);
    assert.match(
      (await succeeds([...papers, '--out', 'papers'])).stderr,
      /^Continuing papers: \d+ crawls? already done\.$/m,
    );
    const kept = readFileSync(at('kept.jsonl'), 'utf8');
    const experiments = async (out: string) =>
      JSON.parse((await succeeds([...papers, '--out', out, '--json'])).stdout).experiments;
    const again = await experiments('again');
    assert.equal(readFileSync(at('kept.jsonl'), 'utf8'), kept);
    rmSync(at('kept.jsonl'));
    assert.deepEqual(await experiments('anew'), again);
  });

  test('leaves nothing at all when the web was not read yet', async () => {
    const left = leftovers();
    const stopped = startOsprey([...long, '--out', 'unread'], folder);
    await until(() => leftovers().length > left.length);
    stopped.process.kill('SIGTERM');
    assert.equal((await stopped.ended).code, 130);
    assert.deepEqual(leftovers(), left);
    assert.ok(!existsSync(at('unread')));
  });
});

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    assert.ok(tries < 6000, 'waited in vain');
    await sleep(5);
  }
}

/** Lines of the journal, the first of which is no crawl. */
function linesOf(out: string): number {
  return linesIn(out, 'runs.jsonl');
}

function linesIn(...place: string[]): number {
  const file = at(...place);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
}

function childrenOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
}

/** What has ended but was not yet waited for does nothing more. */
function isAlive(pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')')).split(' ')[1] !== 'Z';
  } catch {
    return false;
  }
}
