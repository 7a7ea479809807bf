import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

/** The table of folders in ARCHITECTURE.md: what each may call. */
function documentedCalls(): Map<string, string[]> {
  const rows = readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/^\| `(\w+)\/` \|[^|]*\|([^|]*)\|$/gm);
  const table = [...rows].map(([, folder = '', calls = '']): [string, string] => [folder, calls]);
  const all = table.map(([folder]) => folder);
  return new Map(
    table.map(([folder, calls], index) => {
      if (/^ all $/.test(calls)) return [folder, all];
      const named = calls.replace(/\([^)]*\)/g, '').match(/\w+/g) ?? [];
      return [folder, calls.includes('all above') ? [...all.slice(0, index), ...named] : named];
    }),
  );
}

/** Folders of src that the files of a folder import code from; imports of types do not count. */
function calledFrom(folder: string): Map<string, string> {
  const called = new Map<string, string>();
  for (const file of readdirSync(`src/${folder}`, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const source = readFileSync(`src/${folder}/${file}`, 'utf8');
    for (const [, names = '', target = ''] of source.matchAll(/^(?:im|ex)port ([^;]*?) from '(\.[^']+)';/gms)) {
      const isOnlyTypes = /^type\b/.test(names) || /^\{(\s*type\s[^,}]+,?)+\s*\}$/.test(names);
      const parts = path.join(folder, path.dirname(file), target).split(path.sep);
      if (!isOnlyTypes && parts.length > 1 && parts[0] !== folder) called.set(parts[0]!, `${folder}/${file}`);
    }
  }
  return called;
}

test('the folders call each other as ARCHITECTURE.md says', () => {
  const documented = documentedCalls();
  const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.deepEqual([...documented.keys()].sort(), folders.map(({ name }) => name).sort());
  for (const [folder, allowed] of documented) {
    const undocumented = [...calledFrom(folder)].filter(([target]) => !allowed.includes(target));
    assert.deepEqual(undocumented, [], `${folder}/ calls more than the table says`);
  }
});
