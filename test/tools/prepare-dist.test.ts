import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';

const prepareScript = path.resolve('tools/prepare-dist.mjs');
const compiler = path.resolve('node_modules/typescript/bin/tsc');

describe('a build after a build', () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'osprey-build-'));
  const built = path.join(parent, 'built');
  const folder = path.join(parent, 'project');
  const at = (...names: string[]) => path.join(folder, ...names);

  function prepare(): void {
    execFileSync(process.execPath, [prepareScript], { cwd: folder });
  }

  function build(): void {
    prepare();
    execFileSync(process.execPath, [compiler], { cwd: folder });
  }

  /** All output with its contents. */
  function output(): Record<string, string> {
    const entries = readdirSync(at('dist'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
    return Object.fromEntries(files.map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')]));
  }

  /** Builds from nothing, which has to give the same. */
  function assertLikeFresh(): void {
    const again = output();
    rmSync(at('dist'), { recursive: true });
    build();
    assert.deepEqual(again, output());
  }

  before(() => {
    for (const name of ['src', 'test']) mkdirSync(at(name), { recursive: true });
    const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
    const config = { compilerOptions: { ...compilerOptions, types: [] }, include: ['src', 'test'] };
    writeFileSync(at('tsconfig.json'), JSON.stringify(config));
    writeFileSync(at('package.json'), '{"type":"module"}');
    writeFileSync(at('src/one.ts'), 'export const one = 1;\n');
    writeFileSync(at('src/start.cts'), 'export {};\n');
    writeFileSync(at('test/one.test.ts'), `import { one } from '../src/one.js';\nexport const two = one + one;\n`);
    build();
    renameSync(folder, built);
  });
  after(() => rmSync(parent, { recursive: true, force: true }));
  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true });
    cpSync(built, folder, { recursive: true, preserveTimestamps: true });
  });

  test('without a change leaves all output and the build info as they are', () => {
    const earlier = output();
    assert.deepEqual(Object.keys(earlier).sort(), [
      'dist/.tsbuildinfo',
      ...['one.d.ts', 'one.js', 'one.js.map', 'start.cjs', 'start.cjs.map', 'start.d.cts'].map((n) => `dist/src/${n}`),
      ...['one.test.d.ts', 'one.test.js', 'one.test.js.map'].map((name) => `dist/test/${name}`),
    ]);
    prepare();
    assert.deepEqual(output(), earlier);
  });

  test('compiles a source that was changed, and what depends on it', () => {
    writeFileSync(at('src/one.ts'), `export const one = 'one';\n`);
    build();
    assert.match(output()['dist/test/one.test.d.ts']!, /two: string/);
  });

  test('leaves no output of sources that were deleted, moved or renamed, nor of anything else', () => {
    mkdirSync(at('test/inner'));
    renameSync(at('test/one.test.ts'), at('test/inner/two.test.ts'));
    writeFileSync(at('test/inner/two.test.ts'), 'export {};\n');
    rmSync(at('src/start.cts'));
    mkdirSync(at('dist/test/gone'));
    for (const name of ['gone/old.test.js', 'stray.test.js']) writeFileSync(at('dist/test', name), '');
    build();
    assert.ok(!existsSync(at('dist/test/gone')) && existsSync(at('dist/test/inner/two.test.js')));
    assertLikeFresh();
  });

  test('writes again what was deleted from the output', () => {
    const earlier = output();
    rmSync(at('dist/src/one.js'));
    build();
    assert.deepEqual(output(), earlier);
  });

  test('writes again what was changed in the output', () => {
    const earlier = output();
    writeFileSync(at('dist/src/one.js'), 'export const one = 2;\n');
    // Clocks of file systems tick slowly: a moment after the build, for certain.
    const later = statSync(at('dist/.tsbuildinfo')).mtimeMs / 1_000 + 1;
    utimesSync(at('dist/src/one.js'), later, later);
    build();
    assert.deepEqual(output(), earlier);
  });
});
