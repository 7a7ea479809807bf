import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { shownExamples, withExamples } from '../../tools/show-examples.js';
import { smallWeb } from '../cli/small-web.js';
import { html, type Site, startSite } from '../site.js';

const run = promisify(execFile);

function program(name: string): string {
  return fileURLToPath(new URL(`../../examples/${name}.js`, import.meta.url));
}

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-example-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs an example against the site, in a folder of its own. */
async function example(name: string, args: readonly string[], { site, cwd }: { site?: Site; cwd?: string } = {}) {
  const env = { ...process.env, ...(site && { RESOLVE: site.resolve }) };
  return run(process.execPath, [program(name), ...args], { env, ...(cwd && { cwd }) });
}

test('docs/library.md shows six examples as they are', () => {
  const doc = readFileSync('docs/library.md', 'utf8');
  assert.equal(shownExamples(doc).length, 6);
  assert.equal(doc, withExamples(doc), 'run: node dist/tools/show-examples.js');
});

test('resume-with-signal ends at Ctrl-C, and continues where it stopped', async (t) => {
  const folder = temporaryFolder(t);
  // Pages without end, so that only the signal ends it.
  const site = await startSite((_, where) => {
    const page = where === '/robots.txt' ? Number.NaN : Number(where.slice(1));
    if (Number.isNaN(page)) return undefined;
    return html(`Jaguar ${page}`, `jaguar car number ${page}`, [[`/${page + 1}`, 'jaguar car']]);
  });
  t.after(() => site.close());
  /** What it says until it was interrupted after its first page. */
  const interrupted = async () => {
    const args = [program('resume-with-signal'), 'crawl', '600', 'jaguar car', 'http://cars.test/0'];
    const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, RESOLVE: site.resolve } });
    t.after(() => child.kill());
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    assert.equal(code, 0);
    const pages = Number(/(\d+) pages so far \(interrupted\)\.\n$/.exec(said)?.[1]);
    return { said, pages };
  };
  const [first, second] = [await interrupted(), await interrupted()];
  assert.ok(first.pages > 0, first.said);
  assert.ok(second.pages > first.pages, second.said);
  assert.match(first.said, /http:\/\/cars\.test\/0\n/);
  assert.doesNotMatch(second.said, /http:\/\/cars\.test\/0\n/, 'what was visited is not visited again');
});

test('resume-with-signal tells why no seed could be fetched', async (t) => {
  const site = await startSite({});
  t.after(() => site.close());
  const args = ['crawl', '60', 'jaguar car', 'http://cars.test/'];
  await assert.rejects(example('resume-with-signal', args, { site, cwd: temporaryFolder(t) }), {
    code: 3,
    stderr: /http:\/\/cars\.test\/ could not be fetched: http-404\n$/,
  });
});

test('own-parts crawls a web in memory from its own source of seeds', async () => {
  const { stdout } = await example('own-parts', []);
  assert.deepEqual(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(6))
      .sort(),
    ['Cars  http://cars.test/', 'E-Type  http://cars.test/e-type'],
  );
});

test('search-and-export reads a finished crawl', async (t) => {
  const folder = temporaryFolder(t);
  const site = await startSite(smallWeb);
  t.after(() => site.close());
  await example('resume-with-signal', ['crawl', '60', 'jaguar car', 'http://cars.test/'], { site, cwd: folder });
  const { stdout } = await example('search-and-export', ['crawl', 'engine cylinders', 'pages.txt'], { cwd: folder });
  assert.match(stdout, /^\d+ of \d+ pages are relevant\.\n/);
  assert.match(stdout, /Jaguar car engine {2}http:\/\/cars\.test\/engine\.html\n/);
  assert.match(stdout, /^reached by way of http:\/\/cars\.test\/$/m);
  assert.match(readFileSync(path.join(folder, 'pages.txt'), 'utf8'), /^Jaguar .*\thttp:\/\/cars\.test\/.*$/m);
});

test('steer-a-crawl blocks what brings nothing and stops when it has enough', async (t) => {
  // The seed leads to pages about other things on one host, and to pages without end about the topic on another.
  const wasteful = Array.from({ length: 30 }, (_, n): [string, string] => [`http://zoo.test/${n}`, 'jaguar car']);
  const site = await startSite((host, where) => {
    if (where === '/robots.txt') return undefined;
    if (host === 'zoo.test') return html(`Animal ${where}`, `leopards, lions and tigers of the zoo, cage ${where}`);
    const next: [string, string] = [`http://cars.test${where}x`, 'jaguar car'];
    return html(`Jaguar ${where}`, `jaguar car ${where}`, [next, ...(where === '/' ? wasteful : [])]);
  });
  t.after(() => site.close());
  const { stdout } = await example('steer-a-crawl', ['jaguar car', 'http://cars.test/', '20'], { site });
  assert.match(stdout, /^block: \{"changed":\["blockHosts"\],"readmitted":0\}$/m);
  assert.match(stdout, /^stop: \{"stopping":true\}\n(.*\n)*\d+ relevant pages \(stopped\)\.\n$/m);
  const zoo = site.log.filter(({ host, path: where }) => host === 'zoo.test' && where !== '/robots.txt');
  assert.ok(zoo.length < 30, `${zoo.length} pages of a blocked host`);
});
