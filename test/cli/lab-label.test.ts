import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { labLabelCommand } from '../../src/cli/commands/lab-label/run.js';
import { auditPages } from '../../src/lab/audit/audit-pages.js';
import { openReader } from '../../src/store/open-reader.js';
import { startSite } from '../site.js';
import { type Ended, osprey, temporaryFolder, webFlags } from './osprey.js';
import { smallWeb } from './small-web.js';

const { folder, remove } = temporaryFolder();
after(remove);
const program = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const labels = path.join(folder, 'cars', 'labels.tsv');

before(async () => {
  const site = await startSite(smallWeb);
  const crawl = ['crawl', 'jaguar car', '--seed', 'http://cars.test/', '--quiet', ...webFlags(site)];
  await Promise.all([
    osprey([...crawl, '--out', 'cars'], folder),
    osprey([...crawl, '--out', 'bare', '--no-archive', '--max-pages', '3'], folder),
  ]);
  await site.close();
});
beforeEach(() => rmSync(labels, { force: true }));

interface Session {
  readonly ended: Promise<Ended>;
  readonly pid: number;
  press(keys: string): void;
  /** Resolves once standard error has said it. */
  said(pattern: RegExp): Promise<void>;
  leave(): void;
}

/** The real program with a person, or a script, at its standard input. */
function label(...args: string[]): Session {
  const child = spawn(process.execPath, [program, 'lab', 'label', ...args], { cwd: folder });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const said = (pattern: RegExp) =>
    new Promise<void>((resolve) => {
      const look = () => pattern.test(stderr) && resolve();
      child.stderr.on('data', look);
      look();
    });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
  return {
    ended,
    pid: child.pid!,
    said,
    press: (keys) => child.stdin.write([...keys].map((key) => `${key}\n`).join('')),
    leave: () => child.stdin.end(),
  };
}

async function pressed(keys: string, ...args: string[]): Promise<Ended> {
  const session = label(...args);
  session.press(keys);
  return session.ended;
}

/** URL and label of each judged page. */
function judged(): string[][] {
  const lines = readFileSync(labels, 'utf8').split('\n').slice(2, -1);
  return lines.map((line) => line.replace(/^# /, '').split('\t').slice(0, 2));
}

describe('osprey lab label', () => {
  test('shows what a page says and not what the crawl thinks of it, and nothing can steer the terminal', async () => {
    const { code, stderr } = await pressed('yyyyyyyyyyyyq', 'cars', '--from', 'all');
    assert.equal(code, 0);
    assert.match(readFileSync(labels, 'utf8'), /^# .*random seed 1, the first 12 of all pages\.\n/);
    assert.match(stderr, /── 1 of 12 ──\n.*\nhttp:\/\/.*\n\n.+\n[\s\S]*About “jaguar car”\?/);
    assert.match(stderr, /The engine of the «jaguar» «car» has six cylinders\./);
    assert.match(stderr, /news\.test\/escape\.html/);
    assert.ok(!stderr.includes('\u001b') && !stderr.includes('\u009b') && !stderr.includes('\u0007'));
    assert.doesNotMatch(stderr, /relevance|score|0\.\d\d/);
  });

  test('a sample of all pages gives the audited harvest beside the own one', async () => {
    const asked = await pressed('ynyn?yq', 'cars', '--from', 'all', '--json');
    const report = JSON.parse(asked.stdout);
    assert.equal(report.harvest.from, 'both-kinds');
    // 2 of 4 of the 9 pages called relevant, 1 of 1 of the 3 others; 13 fetched with a copy.
    assert.ok(Math.abs(report.harvest.mean - (0.5 * 9 + 3) / 13) < 1e-9);
    assert.deepEqual(report.own, { relevant: 9, harvest: 9 / 13 });
    assert.equal(report.called.unsure + report.uncalled.unsure, 1);
    const shown = await osprey(['lab', 'label', 'cars', '--report', '--from', 'all'], folder);
    assert.match(
      shown.stdout,
      /^Harvest +69\.2 % +9 of 13 pages, by the crawl's own judgement\nAudited harvest +57\.7 % \(/,
    );
    assert.match(shown.stdout, /Left out as not sure: 1 page/);
  });

  test('pages called relevant give the precision; the harvest comes when others are judged too', async () => {
    const first = await pressed('yyn', 'cars', '--sample', '3');
    assert.match(first.stdout, /Audited harvest +not yet +.*osprey lab label cars --from other/);
    assert.match(first.stdout, /Precision +66\.7 % \(22\.2 % to 88\.9 %\) +2 of 3 judged, of 9 pages/);
    // 9 of 13 pages with a share of 2/3 (2 to 8 pages) and 3 with none, which are all judged: 6 of 13, 2 to 8 of 13.
    const { stdout } = await pressed('nnn', 'cars', '--from', 'other');
    assert.match(stdout, /Audited harvest +46\.2 % \(15\.4 % to 61\.5 %\) +from samples of both kinds/);
    assert.match(stdout, /Missed +0\.0 % \(0\.0 % to 0\.0 %\) +0 of 3 judged, of 3 pages/);
  });

  test('each judgement is on the disk at once: a kill between keys loses none, and the next time goes on', async () => {
    const session = label('cars');
    session.press('yn');
    await session.said(/── 3 of 9 ──/);
    process.kill(session.pid, 'SIGKILL');
    assert.equal((await session.ended).code, null);
    assert.deepEqual(
      judged().map(([, said]) => said),
      ['relevant', 'other'],
    );
    const before = judged();
    const next = await pressed('?q', 'cars');
    assert.match(next.stderr, /^\n── 3 of 9 ──/);
    assert.deepEqual(judged().slice(0, 2), before);
    assert.equal(judged()[2]![1], 'unsure');
  });

  test('a second judge is turned away while the first one is at work', async () => {
    const session = label('cars');
    await session.said(/── 1 of 9 ──/);
    const second = await pressed('y', 'cars');
    assert.equal(second.code, 2);
    assert.match(second.stderr, /Another osprey lab label .*is running on this crawl/);
    assert.equal((await osprey(['lab', 'label', 'cars', '--report'], folder)).code, 0);
    session.press('q');
    assert.equal((await session.ended).code, 0);
    assert.equal((await pressed('q', 'cars')).code, 0);
  });

  test('b goes back to judge again, o shows more, other keys are explained, the end of input quits', async () => {
    const session = label('cars');
    session.press('boyxbn');
    session.leave();
    const { code, stderr } = await session.ended;
    assert.equal(code, 0);
    assert.match(stderr, /This is the first page\./);
    assert.match(stderr, /Press one of these: y relevant/);
    assert.match(stderr, /── 1 of 9, judged before: relevant ──/);
    assert.deepEqual(
      judged().map(([, said]) => said),
      ['other'],
    );
  });

  test('the order is the same every time, and another one is not mixed in', async () => {
    const crawl = await openReader(path.join(folder, 'cars'));
    const order = async (seed: number) => (await auditPages(crawl.records, seed)).pages.map(({ row }) => row.url);
    const [one, again, other] = [await order(5), await order(5), await order(6)];
    crawl.close();
    assert.deepEqual(one, again);
    assert.notDeepEqual(one, other);
    assert.deepEqual([...one].sort(), [...other].sort());
    await pressed('yyq', 'cars', '--from', 'all', '--random-seed', '6');
    assert.deepEqual(
      judged().map(([url]) => url),
      other.slice(0, 2),
    );
    const message = /were drawn with --random-seed 6/;
    await assert.rejects(labLabelCommand(path.join(folder, 'cars'), { randomSeed: '5' }), { message });
  });

  test('osprey train learns from the judged pages', async () => {
    await pressed('ynynynynyn??', 'cars', '--from', 'all');
    const train = ['train', '--for', 'naive-bayes', '--labels', 'cars/labels.tsv', '--crawl', 'cars', '--folds', '2'];
    const { code, stdout, stderr } = await osprey([...train, '--out', 'cars.model.json', '--workers', '0'], folder);
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stdout, /unsure/);
  });

  test('a crawl that kept no pages is judged by titles and addresses', async () => {
    const { code, stderr } = await pressed('q', 'bare', '--from', 'all');
    assert.equal(code, 0);
    assert.match(stderr, /http:\/\/cars\.test\/.*\n\n\(No text was kept/);
    assert.ok(!existsSync(path.join(folder, 'bare', 'labels.tsv')));
  });

  test('on a terminal single keys are enough, and it is left as it was', {
    skip: spawnSync('script', ['--version']).status !== 0 && 'no "script" command to make a terminal with',
  }, async () => {
    const command = `${process.execPath} ${program} lab label cars; stty -a`;
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      cwd: folder,
      env: { ...process.env, TERM: 'xterm' },
    });
    let shown = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (/── 1 of 9/.test(text)) child.stdin.write('\u001b[Cy');
      if (/── 2 of 9/.test(text)) child.stdin.write('q');
      shown += text;
    });
    await once(child, 'close');
    assert.ok(shown.includes('\u001b[1mcar\u001b[22m'));
    assert.match(shown, /Precision +100\.0 %/);
    assert.match(shown, /[^-]icanon/);
    assert.equal(judged().length, 1);
  });

  test('what cannot be meant is one clear sentence', async () => {
    const refused = (dir: string, flags: Parameters<typeof labLabelCommand>[1], message: RegExp) =>
      assert.rejects(labLabelCommand(path.join(folder, dir), flags), { name: 'UsageError', message });
    await refused('nowhere', {}, /No crawl found in .*nowhere/);
    await refused('cars', { sample: '0' }, /--sample: must be a whole number \(at least 1\), not "0"/);
    await refused('cars', { from: 'relevent' }, /--from: .*did you mean relevant/);
    await refused('bare', { from: 'other' }, /judged every page relevant; use --from all/);
  });
});
