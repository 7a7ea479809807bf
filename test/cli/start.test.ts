import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

/** The modules of ours, and the packages, that are loaded together with a module: what it imports, directly or not. */
function loadedWith(module: URL, loaded = new Set<string>()): Set<string> {
  if (loaded.has(module.href)) return loaded;
  loaded.add(module.href);
  for (const [, target = ''] of readFileSync(module, 'utf8').matchAll(
    /^(?:(?:im|ex)port\s[^;]*?\bfrom\s|import\s)'([^']+)';/gm,
  )) {
    if (target.startsWith('.')) loadedWith(new URL(target, module), loaded);
    else loaded.add(target);
  }
  return loaded;
}

test('a new crawl is not kept from its first request by what only other crawls need, or only its end', () => {
  const loaded = [...loadedWith(new URL('../../src/cli/commands/crawl/run.js', import.meta.url))];
  const unneeded =
    /\/(?:report|export|render|search|semantics|notify|page\/html|store\/memory)\/|\/strategy\/(?:strategies|classic|hmm|semantic|trained)|^(?:yaml|htmlparser2|undici|chardet)$/;
  assert.deepEqual(
    loaded.filter((name) => unneeded.test(name)),
    [],
  );
  assert.ok(loaded.some((name) => name.endsWith('/strategy/osprey/osprey.js')));
});
