import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { eldFiles, eldPackage, eldTable, tableFile, vendoredEld } from '../../tools/eld/eld-files.js';

test('the detector of languages that is shipped is that of the package eld, with its licence', async () => {
  const shipped = readdirSync(vendoredEld, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(path.join(vendoredEld, file)).isFile(),
  );
  assert.deepEqual(shipped.sort(), [...eldFiles(), tableFile].sort());
  assert.ok(readFileSync(path.join(vendoredEld, tableFile)).equals(await eldTable()));
  for (const file of eldFiles()) {
    const [own, original] = [vendoredEld, eldPackage].map((folder) => readFileSync(path.join(folder, file)));
    assert.ok(own!.equals(original!), file);
  }
});
