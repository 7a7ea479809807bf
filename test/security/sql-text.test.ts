import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { openReader } from '../../src/store/open-reader.js';
import { canonicalUrl } from '../../src/url/canonical-url.js';
import { html, startSite } from '../site.js';
import { temporaryFolder } from '../store/temporary-store.js';
import { crawled } from './attacked-crawl.js';

/**
 * What is put into the text of SQL statements besides constants: conditions that are written in the program and a `?` a value,
 * a name of two, a number, a choice from a table of tokenizers, and lists of outcomes and of columns that the program names.
 */
const others: ReadonlySet<string> = new Set([
  'where',
  "query.outcomes.map(() => '?').join(', ')",
  'name',
  'version',
  'tokenizer',
  `tokenizer.replaceAll("'", "''")`,
  'tokenizerFor(language)',
  'documentList',
  'foundList',
  'place',
  "visitColumnNames.join(', ')",
  "visitColumnNames.map(() => '?').join(', ')",
  "columns.join(', ')",
  "columns.map(() => '?').join(', ')",
]);

/**
 * Statements that are put together from tables of columns which the program names, by file; the name of a schema, which is checked
 * sign by sign (`schemaOf`); conditions with placeholders that a caller in the same file writes.
 */
const putTogether: ReadonlySet<string> = new Set([
  'store/copy/postgres-tables.ts',
  'store/copy/sqlite-tables.ts',
  'store/postgres/frontier/changes.ts',
  'store/postgres/frontier/postgres-tables.ts',
  'store/postgres/migrate.ts',
  'store/postgres/postgres-database.ts',
  'store/postgres/postgres-knowledge.ts',
]);

const sql = /\b(?:SELECT|INSERT|UPDATE|DELETE|PRAGMA|CREATE|JOIN|WHERE|VALUES|ORDER BY)\b/;

/** The templates in a source, each with what is put into it; templates inside are taken by themselves. */
function* templatesIn(source: string): Generator<{ readonly text: string; readonly put: readonly string[] }> {
  const open: { text: string; put: string[]; braces: number; start: number }[] = [];
  let inTemplate = false;
  for (let at = 0; at < source.length; at++) {
    const top = open.at(-1);
    if (inTemplate && top !== undefined) {
      if (source[at] === '\\') at++;
      else if (source[at] === '`') {
        yield open.pop()!;
        inTemplate = false;
      } else if (source[at] === '$' && source[at + 1] === '{') {
        inTemplate = false;
        top.start = at + 2;
        top.braces = 0;
        at++;
      } else top.text += source[at];
    } else if (source[at] === '`') {
      open.push({ text: '', put: [], braces: 0, start: at });
      inTemplate = true;
    } else if (top !== undefined && source[at] === '{') top.braces++;
    else if (top !== undefined && source[at] === '}' && top.braces-- === 0) {
      top.put.push(source.slice(top.start, at).trim());
      top.text += '?';
      inTemplate = true;
    }
  }
}

const folder = path.resolve('src');
const sources = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
);

/** Names that stand for a text or a number that is written in the program. */
const constants = new Set(
  [...sources.values()].flatMap((source) =>
    [...source.matchAll(/^ *(?:export )?const (\w+) =\s+["'`\d-]/gm)].map(([, name]) => name!),
  ),
);

describe('SQL', () => {
  test('is made of constants alone: values are parameters', () => {
    const found: string[] = [];
    let statements = 0;
    for (const [name, source] of sources) {
      if (putTogether.has(name)) continue;
      for (const { text, put } of templatesIn(source)) {
        if (!sql.test(text)) continue;
        statements++;
        for (const expression of put)
          if (!constants.has(expression) && !others.has(expression)) found.push(`${name}: ${expression}`);
      }
      if (/\b(?:prepare|exec)\([^)]*['"`]\s*\+/.test(source)) found.push(`${name}: a statement is joined by +`);
    }
    assert.deepEqual(found, []);
    assert.ok(statements > 20, `${statements} statements were looked at`);
  });

  test('the look at sources finds a value in a statement', () => {
    const put = (expression: string) => `$\{${expression}}`;
    const inner = `\`${put('url')}\`.trim()`;
    const source = `db.prepare(\`SELECT * FROM url WHERE url = '${put(inner)}' LIMIT ${put('limit')}\`)`;
    assert.deepEqual([...templatesIn(source)].at(-1)?.put, [inner, 'limit']);
  });

  test('values that look like it, and names of every object, are kept as they are', async (t) => {
    const text = `Robert'); DROP TABLE visit; -- " ; SELECT * FROM note; jaguar car __proto__ constructor toString %s ?1 :a @b $c`;
    const site = await startSite({
      'a.test/': html(text, text, [["/x'%22);DELETE%20FROM%20url;--?id=1'%20OR%20'1'='1", text]]),
    });
    t.after(() => site.close());
    const out = path.join(temporaryFolder(t), 'crawl');
    const web = { allowPrivate: true, resolve: site.resolve, seed: 'http://a.test/', out };
    await crawled({
      ...web,
      strategy: 'best-first',
      query: `jaguar constructor __proto__ '); DROP TABLE url; --`,
    });
    const { records, close } = await openReader(out);
    try {
      const visit = await records.visit(1);
      assert.equal(visit?.title, text);
      assert.ok(Object.hasOwn(visit.judgement!.parts, 'constructor'), 'a word like any other');
      const url = canonicalUrl("http://a.test/x'%22);DELETE%20FROM%20url;--?id=1'%20OR%20'1'='1")!;
      const found = await records.find(url);
      assert.equal(found?.url, url);
      assert.equal((await records.inLinks(found.id, 1))[0]?.anchor, text);
      assert.equal(await records.find(`http://a.test/' OR '1'='1`), undefined);
    } finally {
      await close();
    }
  });
});
