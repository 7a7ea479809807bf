import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

/** All modules of ours that a module imports, directly or not, statically or not; each after those that it imports. */
function reachableFrom(module: URL, reached = new Set<string>()): string[] {
  if (reached.has(module.href)) return [];
  reached.add(module.href);
  const source = readFileSync(module, 'utf8');
  const imports = source.matchAll(/^(?:(?:im|ex)port\s[^;]*?\bfrom\s|import\s)'(\.[^']+)';|\bimport\('(\.[^']+)'\)/gm);
  const before = [...imports].flatMap(([, fixed, dynamic]) =>
    reachableFrom(new URL(fixed ?? dynamic!, module), reached),
  );
  return [...before, fileURLToPath(module)];
}

test('nothing that the library loads has a top-level await, which require() could not load', () => {
  const modules = reachableFrom(new URL('../src/index.js', import.meta.url));
  assert.ok(modules.length > 100);
  // What a module imports comes before it, so the first that Node refuses is the one.
  const load = `for (const file of ${JSON.stringify(modules)})
    try { require(file); } catch (error) { console.error(file, error.message); process.exit(1); }`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', load], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
});
