import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { eldFiles, eldPackage, vendoredEld } from '../../tools/eld/eld-files.js';

test('the detector of languages that is shipped is that of the package eld, with its licence', () => {
  const shipped = readdirSync(vendoredEld, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(path.join(vendoredEld, file)).isFile(),
  );
  assert.deepEqual(shipped.sort(), eldFiles().sort());
  for (const file of shipped) {
    const [own, original] = [vendoredEld, eldPackage].map((folder) => readFileSync(path.join(folder, file)));
    assert.ok(own!.equals(original!), file);
  }
});
