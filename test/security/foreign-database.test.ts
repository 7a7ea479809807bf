import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { guarded } from '../../src/cli/terminal/guard-output.js';
import { osprey, temporaryFolder, webFlags } from '../cli/osprey.js';
import { html, startSite } from '../site.js';
import { steering } from './attacked-crawl.js';
import { makeEndless } from './tree-without-end.js';

const { folder, remove } = temporaryFolder();
after(remove);

before(async () => {
  const site = await startSite({
    'a.test/': html('Jaguar car', 'jaguar car', [['/b', 'jaguar']]),
    'a.test/b': html('Jaguar', 'a car'),
  });
  await osprey(['crawl', 'jaguar car', '--seed', 'http://a.test/', '--out', 'crawl', ...webFlags(site)], folder);
  await site.close();
});

/** A copy of the crawl that somebody has changed. */
function crafted(name: string, change: (db: InstanceType<typeof DatabaseSync>) => void): string {
  cpSync(path.join(folder, 'crawl'), path.join(folder, name), { recursive: true });
  const db = new DatabaseSync(path.join(folder, name, 'crawl.db'));
  change(db);
  db.close();
  return name;
}

const evil =
  "x' || char(27) || '[2J' || char(155) || '31m' || char(13) || char(10) || 'forged: line' || char(8238) || '";

describe('the database of somebody else', () => {
  test('steers no terminal and forges no line, whatever command reads it, in any format', async () => {
    const name = crafted('texts', (db) =>
      db.exec(`
        UPDATE url SET url = url || '?${evil}'; UPDATE host SET name = name || '${evil}';
        UPDATE visit SET title = '${evil}', author = '${evil}', detail = '${evil}', reason = CASE reason WHEN '' THEN '' ELSE '${evil}' END;
        UPDATE note SET value = '${evil}' WHERE key = 'stop'`),
    );
    const commands = [
      ['status', name],
      ['status', name, '--json'],
      ['export', name, '--all', '--format', 'jsonl'],
      ['export', name, '--all', '--format', 'csv'],
      ['export', name, '--all', '--format', 'urls'],
      ['search', name, 'jaguar'],
    ];
    for (const command of commands) {
      const { stdout, stderr } = await osprey(command, folder);
      const said = (stdout + stderr).replaceAll('\r\n', '\n');
      assert.equal(steering.exec(said), null, `${command.join(' ')}: ${JSON.stringify(said)}`);
      assert.doesNotMatch(said, /^forged: line/m, command.join(' '));
      assert.doesNotMatch(said, /\\u001b|\\u009b|\\u202e/, command.join(' '));
    }
  });

  test('is not read where it brings views, triggers or other tables under our names', async () => {
    const endless = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c';
    const crafts: Record<string, string> = {
      view: `ALTER TABLE visit RENAME TO visit2; CREATE VIEW visit AS SELECT * FROM visit2 WHERE (SELECT count(*) FROM (${endless})) > 0`,
      other: `CREATE VIEW more AS ${endless}`,
      trigger: "CREATE TRIGGER t AFTER UPDATE ON host BEGIN UPDATE note SET value = 'x'; END",
      computed: 'ALTER TABLE note ADD COLUMN c AS (length(zeroblob(900000000)))',
    };
    for (const [name, sql] of Object.entries(crafts)) {
      crafted(name, (db) => db.exec(sql));
      for (const command of [['status'], ['export', '--format', 'urls'], ['resume']]) {
        const { code, stderr } = await osprey([...command, name], folder);
        assert.equal(code, 2, `${command} ${name}: ${stderr}`);
        assert.match(stderr, /did not make/);
      }
    }
  });
});

test('a database that would be read for years is given up after a time, by every command that looks at it', async () => {
  const name = crafted('endless', () => {});
  makeEndless(path.join(folder, name, 'crawl.db'), 'visit');
  const program = fileURLToPath(new URL('../../../bin/osprey.cjs', import.meta.url));
  const env = { ...process.env, OSPREY_READING_SECONDS: '2' };
  const commands = [
    ['status', name, '--json'],
    ['report', name],
    ['search', name, 'jaguar'],
  ];
  const ended = await Promise.all(
    commands.map(async (command) => {
      const child = spawn(process.execPath, [program, ...command], { cwd: folder, env });
      const said = { stdout: '', stderr: '' };
      for (const stream of ['stdout', 'stderr'] as const)
        child[stream].setEncoding('utf8').on('data', (text: string) => {
          said[stream] += text;
        });
      const [code] = await once(child, 'close');
      return { command, code, ...said };
    }),
  );
  for (const { command, code, stdout, stderr } of ended) {
    assert.equal(code, 4, `${command}: ${stderr}`);
    assert.match(stderr, /\(reading-timeout\)/);
    if (command.includes('--json')) assert.match(stdout, /"code":"reading-timeout"/);
  }
});

test('what is written to a stream steers no terminal; a terminal gets the codes that Osprey draws with', () => {
  const text = '\u001b]0;owned\u0007\u009b2J\u202e\u0000a\tb\r\nc\n';
  assert.equal(guarded(text, false), ']0;owned2Ja\tb\r\nc\n');
  assert.equal(guarded('\r\u001b[1mbold\u001b[22m\u001b[K\u001b[2;1H', true), '\r\u001b[1mbold\u001b[22m\u001b[K[2;1H');
  assert.equal(guarded('\r\u001b[1mplain\u001b[K', false), 'plain');
});
