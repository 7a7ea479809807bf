import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { DatabaseSync } from '@photostructure/sqlite';
import { FolderBodies } from '../../src/archive/bodies/folder-bodies.js';
import { refreshCommand } from '../../src/cli/commands/refresh/run.js';
import { rejudgeCommand } from '../../src/cli/commands/rejudge/run.js';
import { resumeCommand } from '../../src/cli/commands/resume/run.js';
import { explained } from '../../src/cli/commands/why/run.js';
import { warc } from '../../src/export/formats/warc.js';
import { archivedMainText } from '../../src/reading/archived-page.js';
import { freeFolder, readCrawlConfig } from '../../src/store/crawl-folder.js';
import { openReader } from '../../src/store/open-reader.js';
import { osprey } from '../cli/osprey.js';
import { html, startSite } from '../site.js';
import { temporaryFolder } from '../store/temporary-store.js';
import { crawled } from './attacked-crawl.js';

const quiet = { quiet: true };

/** A crawl as somebody may have sent it. */
async function sentCrawl(t: TestContext): Promise<{ root: string; folder: string }> {
  const root = temporaryFolder(t);
  const folder = path.join(root, 'crawl');
  const site = await startSite({ 'a.test/': html('Jaguar car', 'A jaguar car.') });
  t.after(() => site.close());
  await crawled({ seed: 'http://a.test/', out: folder, allowPrivate: true, resolve: site.resolve });
  return { root, folder };
}

describe('code that the folder of a crawl names', () => {
  test('is not run by anything but the command that the user gives its name to', async (t) => {
    const { root, folder } = await sentCrawl(t);
    const ran = path.join(root, 'ran');
    const file = path.join(folder, 'evil.mjs');
    writeFileSync(file, `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(ran)}, '');\n`);
    const config = path.join(folder, 'crawl.yaml');
    writeFileSync(config, readFileSync(config, 'utf8').replace(/^strategy: .*$/m, 'strategy: ./evil.mjs'));
    assert.match(readFileSync(config, 'utf8'), /evil/);

    const notNamed = { code: 'strategy-file-not-named', message: /pass it with --strategy/ };
    await assert.rejects(resumeCommand(folder, {}, quiet), notNamed);
    await assert.rejects(rejudgeCommand(folder, {}, quiet), notNamed);
    const all = { maxPages: 'none', olderThan: '0s', minRelevance: '0', newPages: '0', maxTime: 'none', ...quiet };
    await assert.rejects(refreshCommand(folder, all), notNamed);
    await assert.rejects(refreshCommand(folder, { ...all, strategy: './another.mjs' }), notNamed);
    assert.match(await explained(folder, 'http://a.test/'), /: page \(status 200\)/);
    for (const command of [
      ['status', folder],
      ['search', folder, 'jaguar'],
    ])
      assert.equal((await osprey(command, root)).code, 0, command[0]);
    assert.ok(!existsSync(ran));
    // Named, it is: the test can fail.
    await assert.rejects(resumeCommand(folder, { strategy: file }, quiet), { code: 'bad-strategy-file' });
    assert.ok(existsSync(ran));
  });

  test('is no browser to be started, and no file of cookies to be sent', async (t) => {
    const { root, folder } = await sentCrawl(t);
    const ran = path.join(root, 'ran');
    const program = path.join(folder, 'evil.sh');
    writeFileSync(program, `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
    const config = path.join(folder, 'crawl.yaml');
    writeFileSync(config, `${readFileSync(config, 'utf8')}\nrender: always\nbrowser: ./evil.sh\ncookies: ./none.txt\n`);
    const { CHROME_PATH } = process.env;
    process.env.CHROME_PATH = '/nowhere';
    t.after(() => {
      if (CHROME_PATH === undefined) delete process.env.CHROME_PATH;
      else process.env.CHROME_PATH = CHROME_PATH;
    });
    const missing = { code: 'browser-missing', message: /No Chromium was found/ };
    const all = { maxPages: 'none', olderThan: '0s', minRelevance: '0', newPages: '0', maxTime: 'none', ...quiet };
    await assert.rejects(resumeCommand(folder, {}, quiet), missing);
    await assert.rejects(refreshCommand(folder, all), missing);
    // Named, both are: the test can fail.
    await assert.rejects(refreshCommand(folder, { ...all, browser: program, cookies: path.join(root, 'none.txt') }), {
      code: 'bad-cookie-file',
    });
    await refreshCommand(folder, { ...all, browser: program });
    assert.ok(existsSync(ran));
  });
});

describe('a folder that came from others', () => {
  for (const name of ['.crawl.yaml', 'ranked.csv', 'search.db', 'pages-00001.warc.gz', 'model.json', 'anything'])
    test(`cannot have a file elsewhere read or written through a link: ${name}`, async (t) => {
      const root = temporaryFolder(t);
      const [folder, elsewhere] = [path.join(root, 'crawl'), path.join(root, 'precious')];
      mkdirSync(folder);
      writeFileSync(elsewhere, 'precious');
      writeFileSync(path.join(folder, 'crawl.yaml'), 'query: jaguar\nseed: http://a.test/\n');
      symlinkSync(elsewhere, path.join(folder, name));
      await assert.rejects(resumeCommand(folder, {}, quiet), { code: 'odd-file' });
      assert.throws(() => readCrawlConfig(folder), { code: 'odd-file', message: new RegExp(`${name} is a link`) });
      assert.equal(readFileSync(elsewhere, 'utf8'), 'precious');
    });

  test('cannot have files elsewhere read through the names of archives in its database', async (t) => {
    const { root, folder } = await sentCrawl(t);
    writeFileSync(path.join(root, 'precious'), 'precious '.repeat(1_000));
    const db = new DatabaseSync(path.join(folder, 'crawl.db'));
    db.exec("UPDATE visit SET file = '../precious', offset = 0, length = 8");
    db.close();
    const { records, close } = await openReader(folder);
    try {
      const row = await records.visit(1);
      assert.equal(row!.archive!.file, 'precious');
      await assert.rejects(archivedMainText(new FolderBodies(folder), row!), { code: 'not-archived' });
      const pieces: Uint8Array[] = [];
      const read = async () => {
        const bodies = new FolderBodies(folder);
        for await (const piece of warc(records.visits({}), { bodies })) pieces.push(piece);
      };
      await assert.rejects(read(), { code: 'no-archive' });
      assert.ok(!Buffer.concat(pieces).includes('precious'));
    } finally {
      await close();
    }
  });

  test('cannot steer the terminal through its database', async (t) => {
    const { root, folder } = await sentCrawl(t);
    const db = new DatabaseSync(path.join(folder, 'crawl.db'));
    db.exec(
      "UPDATE visit SET outcome = 'failed', reason = 'x' || char(27) || ']0;owned' || char(7), detail = char(155) || '2J'",
    );
    db.exec("UPDATE judgement SET parts = json_object('a' || char(155) || '31m', 0.5)");
    db.close();
    for (const command of [
      ['status', folder],
      ['why', folder, 'http://a.test/'],
    ]) {
      const { code, stdout, stderr } = await osprey(command, root);
      assert.equal(code, 0, stderr);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must not come out.
      assert.ok(!/[\u0007\u001b\u0080-\u009f]/.test(stdout), command[0]);
    }
  });
});

test('the folder of a crawl is named after its title within the folder of crawls, whatever the title', (t) => {
  const parent = temporaryFolder(t);
  for (const title of [
    '../../etc/passwd',
    '/etc',
    '..',
    '.',
    '',
    'C:\\Windows',
    'a/../../b',
    '\u0000',
    '%2e%2e%2f',
    '‥/‥',
    '－',
  ])
    assert.equal(path.dirname(freeFolder(parent, title)), parent, title);
});
