import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

type Graph = ReadonlyMap<string, ReadonlyMap<string, string>>;

const folders = readdirSync('src', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** What one file of src loads of others: imports of values, dynamic imports, programs and threads that it starts. */
function* loaded(file: string): Generator<string> {
  const source = readFileSync(path.join('src', file), 'utf8');
  const resolved = (target: string) => path.join(path.dirname(file), target);
  for (const [, names = '', target = ''] of source.matchAll(/^(?:im|ex)port ([^;]*?) from '(\.[^']+)';/gms)) {
    const isOnlyTypes = /^type\b/.test(names) || /^\{(\s*type\s[^,}]+,?)+\s*\}$/.test(names);
    if (!isOnlyTypes) yield resolved(target);
  }
  // A type is `import('…').Name`; a module that is loaded is awaited or handed on.
  for (const [, target = ''] of source.matchAll(/\bimport\('(\.[^']+)'\)(?!\.[A-Z])/g)) yield resolved(target);
  for (const [, target = ''] of source.matchAll(/new URL\('(\.[^']+\.js)', import\.meta\.url\)/g))
    yield resolved(target);
}

/** For each folder of src the folders that it loads code from, each with a file that does. */
function realGraph(): Graph {
  const graph = new Map(folders.map((folder) => [folder, new Map<string, string>()]));
  for (const folder of folders) {
    for (const name of readdirSync(`src/${folder}`, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(c?ts|tsx)$/.test(name)) continue;
      const file = path.join(folder, name);
      for (const target of loaded(file)) {
        const [to = '', ...rest] = target.split(path.sep);
        const isInSrc = rest.length > 0 && to !== '..';
        if (isInSrc && to !== folder) graph.get(folder)!.set(to, file);
      }
    }
  }
  return graph;
}

/** The table of folders in ARCHITECTURE.md: what each calls. */
function documentedCalls(): Map<string, readonly string[]> {
  const rows = readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/^\| `(\w+)\/` \|[^|]*\|([^|]*)\|$/gm);
  return new Map([...rows].map(([, folder = '', calls = '']) => [folder, calls.match(/\w+/g) ?? []]));
}

/** A way from a folder back to itself; undefined where there is none. */
function cycleFrom(graph: Graph, start: string): readonly string[] | undefined {
  const seen = new Set<string>();
  const walk = (folder: string, way: readonly string[]): readonly string[] | undefined => {
    for (const [next, file] of graph.get(folder) ?? []) {
      if (next === start) return [...way, `${file} → ${next}`];
      if (seen.has(next)) continue;
      seen.add(next);
      const cycle = walk(next, [...way, `${file} → ${next}`]);
      if (cycle !== undefined) return cycle;
    }
    return undefined;
  };
  return walk(start, []);
}

test('no folder loads code that leads back to it', () => {
  const graph = realGraph();
  for (const folder of folders) assert.equal(cycleFrom(graph, folder), undefined);
});

test('the table of folders in ARCHITECTURE.md is the real graph', () => {
  const documented = documentedCalls();
  const real = realGraph();
  assert.deepEqual([...documented.keys()].sort(), [...folders].sort());
  for (const [folder, calls] of real) {
    const table = documented.get(folder)!;
    assert.deepEqual(
      [...table].sort(),
      [...calls.keys()].sort(),
      `${folder}/: the table against ${[...calls.values()].join(', ')}`,
    );
  }
});

test('no folder of src holds more than 25 files side by side', () => {
  const crowded = readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((folder) => readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile()).length > 25);
  assert.deepEqual(crowded, []);
});

test('only the store opens the database of a crawl', () => {
  const openers = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith(`store${path.sep}`))
    .filter((file) => [...loaded(file)].some((target) => target.startsWith(path.join('store', 'sqlite', 'sqlite-'))));
  assert.deepEqual(openers, []);
});
