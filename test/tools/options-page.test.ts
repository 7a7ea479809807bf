import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { optionKeys, optionTable } from '../../src/config/options.js';
import { optionsPage } from '../../tools/options-page.js';

describe('docs/options.md', () => {
  test('is what the options table says; npm run options-page writes it', () => {
    assert.equal(readFileSync('docs/options.md', 'utf8'), optionsPage());
  });

  test('has no line of 120 columns or more', () => {
    for (const line of optionsPage().split('\n')) assert.ok(line.length < 120, line);
  });
});

test('the help of an option is one short sentence', () => {
  for (const key of optionKeys) {
    const { help } = optionTable[key];
    assert.match(help, /^[A-Z][^.]*(\.|…|\. \(default: [^)]*\)|\.[a-z][^.]*\.)$/u, key);
    assert.ok(help.length <= 90, `${key}: ${help.length} characters`);
  }
});
