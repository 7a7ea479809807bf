import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { exitCodes, exitMeanings } from '../../src/cli/exit-codes.js';
import { crawlFaults, stopReasons } from '../../src/crawl/progress/stop-reason.js';
import { fetchFailures } from '../../src/download/fetch-failures.js';
import { reasonInWords, rules, visitReasons } from '../../src/words/reasons.js';

/** The rows of the table below a heading of docs/reasons.md, without its head. */
function tableBelow(heading: string): string[][] {
  const page = readFileSync('docs/reasons.md', 'utf8');
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  assert.ok(section, `docs/reasons.md has no section "${heading}"`);
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
  );
}

/** As the page writes it: a capital first, a full stop last. */
function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}

const rowsOf = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([code, text]) => [code, sentence(text)]);

describe('docs/reasons.md says what the program says', () => {
  test('exit codes', () => {
    const rows = Object.entries(exitMeanings).map(([name, text]) => [
      String(exitCodes[name as keyof typeof exitCodes]),
      sentence(text),
    ]);
    assert.deepEqual(tableBelow('Exit codes'), rows);
  });

  test('stop reasons', () => assert.deepEqual(tableBelow('Why a crawl stopped'), rowsOf(stopReasons)));

  test('refused commands', () => {
    const files = ['src/crawl/control', 'src/cli/commands/control'].flatMap((folder) =>
      readdirSync(folder).map((name) => `${folder}/${name}`),
    );
    const source = [...files, 'src/crawl/crawl-run.ts'].map((file) => readFileSync(file, 'utf8')).join('\n');
    const thrown = source.matchAll(/(?:UsageError\(\s*|code: |thrown\.code : )'([a-z-]+)'/g);
    const codes = tableBelow('Why a command to a running crawl is refused').map(([code]) => code);
    assert.deepEqual(codes.sort(), [...new Set([...thrown].map(([, code]) => code))].sort());
  });

  test('faults', () => assert.deepEqual(tableBelow('Faults that end a crawl'), rowsOf(crawlFaults)));

  test('rules', () => assert.deepEqual(tableBelow('Rules that keep a URL from being visited'), rowsOf(rules)));

  test('reasons of visits', () => {
    const rows = tableBelow('Why a visit did not end in a page');
    assert.equal(rows.pop()![0], 'http-NNN');
    assert.deepEqual(rows, rowsOf(visitReasons));
  });

  test('failures to fetch', () => {
    const rows = Object.entries(fetchFailures).map(([code, { policy, sentence: text }]) => [code, policy, text]);
    assert.deepEqual(tableBelow('Failures to fetch'), rows);
  });

  test('no code stands for two things, and each has its sentence', () => {
    const codes = [rules, visitReasons, fetchFailures].flatMap((table) => Object.keys(table));
    assert.equal(new Set(codes).size, codes.length);
    for (const code of codes) assert.notEqual(reasonInWords(code), code);
    assert.equal(reasonInWords('http-503'), 'the server responded with status 503.');
  });
});
