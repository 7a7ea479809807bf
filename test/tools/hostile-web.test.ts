import assert from 'node:assert/strict';
import { exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../cli/osprey.js';

const program = fileURLToPath(new URL('../../tools/hostile-web.js', import.meta.url));
const osprey = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

test('the hostile web can be crawled with the command that it prints, and ends when it is told to', async (t) => {
  const { folder, remove } = temporaryFolder();
  t.after(remove);
  const server = spawn(process.execPath, [program, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => server.kill('SIGKILL'));
  let said = '';
  for await (const text of server.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += text;
    if (/Ctrl-C ends it/.test(said)) break;
  }
  const command = /^osprey (crawl .*)$/m.exec(said)![1]!;
  // Pasted into a shell, as people do; a few pages will do.
  const pasted = `"${process.execPath}" "${osprey}" ${command} --max-pages 5 --workers 0 --json`;
  const { stdout } = await promisify(exec)(pasted, { cwd: folder });
  const last = JSON.parse(stdout.trimEnd().split('\n').at(-1)!);
  assert.deepEqual([last.reason, last.pages], ['max-pages', 5]);
  server.kill('SIGINT');
  assert.deepEqual(await once(server, 'exit'), [0, null]);
});
