import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../tools/run-tests.js', import.meta.url));
const parent = mkdtempSync(path.join(tmpdir(), 'osprey-tests-'));
const folder = path.join(parent, 'test');

const bodies: Readonly<Record<string, string>> = {
  'well/passes': '',
  'well/passes-too': '',
  fails: `throw new Error('no')`,
  crashes: `process.kill(process.pid, 'SIGKILL')`,
  'exits-early': 'process.exit(3)',
  'waits-for-nothing': 'return new Promise(() => {})',
  'loops-for-ever': 'for (;;);',
  'keeps-a-timer': 'setInterval(() => {}, 1_000)',
  // Whoever reads the output of the file waits for the other process.
  'leaves-a-process': `spawn('sleep', ['20'], { detached: true, stdio: 'inherit' }).unref()`,
};

before(() => {
  mkdirSync(path.join(folder, 'well'), { recursive: true });
  for (const [name, body] of Object.entries(bodies)) {
    const code = `import { spawn } from 'node:child_process'; import { test } from 'node:test';`;
    writeFileSync(path.join(folder, `${name}.test.js`), `${code}\ntest('${name}', () => { ${body} });\n`);
  }
  writeFileSync(path.join(folder, 'cannot-be-read.test.js'), 'test(');
  writeFileSync(path.join(parent, 'package.json'), '{"type":"module"}');
});
after(() => rmSync(parent, { recursive: true, force: true }));

/** Runs the tests with these patterns, as a terminal would: not as a test of this run. */
async function runTests(patterns: readonly string[], more: readonly string[] = []) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, [program, ...patterns, '--in', folder, ...more], { env });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, 'exit');
  return { code, stdout, stderr };
}

const counted = (stdout: string, what: string) => Number(new RegExp(`^ℹ ${what} (\\d+)$`, 'm').exec(stdout)?.[1]);

describe('a run of tests', { concurrency: true }, () => {
  test('that pass ends with 0, the slowest files and the counts', async () => {
    const { code, stdout } = await runTests(['well/']);
    assert.equal(code, 0, stdout);
    const [, slowest = '', counts = ''] = /^ℹ slowest files\n((?:.*test\.ts\n)*)(ℹ tests .*)$/ms.exec(stdout) ?? [];
    assert.deepEqual([...slowest.matchAll(/ \d+\.\d s {2}(.*)$/gm)].map(([, file]) => file).sort(), [
      'test/well/passes-too.test.ts',
      'test/well/passes.test.ts',
    ]);
    assert.match(counts, /^ℹ tests 2\nℹ suites 0\nℹ pass 2\nℹ fail 0\nℹ cancelled 0\n/);
  });

  // With a limit, since some versions of Node.js wait for what never comes.
  for (const name of ['fails', 'crashes', 'exits-early', 'cannot-be-read', 'waits-for-nothing'])
    test(`of which one ${name.replaceAll('-', ' ')} ends with 1`, async () => {
      const { code, stdout } = await runTests([name], ['--timeout', '5']);
      assert.equal(code, 1, stdout);
      assert.equal(counted(stdout, 'fail') + counted(stdout, 'cancelled'), 1, stdout);
    });

  for (const name of ['loops-for-ever', 'keeps-a-timer', 'leaves-a-process'])
    test(`of which one ${name.replaceAll('-', ' ')} is ended after a long silence, with 1`, async () => {
      const { code, stdout } = await runTests([name], ['--timeout', '2']);
      assert.equal(code, 1, stdout);
      assert.match(stdout, new RegExp(`✖ .*${name}\\.test\\.js .*\\n.*It hangs`), stdout);
      assert.equal(counted(stdout, 'cancelled'), 1, stdout);
    });

  test('that no file matches runs nothing and ends with 1', async () => {
    assert.deepEqual(await runTests(['wel/pas']), {
      code: 1,
      stdout: '',
      stderr:
        'No test file has "wel/pas" in its path. Near matches:\n' +
        '  test/well/passes-too.test.ts\n  test/well/passes.test.ts\n',
    });
  });
});
