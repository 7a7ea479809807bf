import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DatabaseSync } from '@photostructure/sqlite';
import { settingsFrom } from '../src/config/settings.js';
import { Crawl } from '../src/crawl/crawl.js';

/**
 * Whether a change that should only make things faster has changed what is crawled: crawls of recorded webs, page by page with scores, and
 * the queue that they leave.
 *
 *   node dist/bench/same-crawl.js --write base.txt      # of the code as it was
 *   node dist/bench/same-crawl.js --compare base.txt    # of the code as it is: names the first line that differs
 */
const webs = process.env.OSPREY_WEBS ?? '../shared/webs';
const crawls = [
  {
    web: 'schools-wikipedia',
    query: 'music musical instrument composer',
    seed: ['t/The_Supremes', 'a/Alternative_rock', 'j/Japan'].map(
      (name) => `http://schools-wikipedia.test/wp/${name}.htm`,
    ),
  },
  {
    web: 'webkb-dev',
    query: 'course lecture homework assignment exam syllabus',
    seed: ['http://www.cs.cornell.edu/', 'http://www.cs.washington.edu/', 'http://www.cs.utexas.edu/'],
  },
];
const strategies = ['best-first', 'osprey'];

const { values } = parseArgs({
  options: {
    write: { type: 'string' },
    compare: { type: 'string' },
    pages: { type: 'string', default: '400' },
  },
});
const lines: string[] = [];
for (const { web, query, seed } of crawls)
  for (const strategy of strategies) {
    const file = path.resolve(webs, web, 'web.warc.gz');
    if (!existsSync(file)) throw new Error(`No ${file}: set OSPREY_WEBS to the folder that holds the recorded webs.`);
    const found = await crawled({ web: file, query, seed, strategy, maxPages: Number(values.pages) });
    lines.push(...found.map((line) => `${web} ${strategy} ${line}`));
  }
if (values.write !== undefined) writeFileSync(values.write, `${lines.join('\n')}\n`);
if (values.compare !== undefined) compare(readFileSync(values.compare, 'utf8').trimEnd().split('\n'));
console.log(`${lines.length} lines, ${createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)}`);

interface Options {
  readonly web: string;
  readonly query: string;
  readonly seed: readonly string[];
  readonly strategy: string;
  readonly maxPages: number;
}

async function crawled(options: Options): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-same-'));
  try {
    const out = path.join(folder, 'crawl');
    const crawl = await Crawl.start(settingsFrom({ options: { ...options, seed: [...options.seed], out } }));
    for await (const _ of crawl.run());
    return rowsOf(path.join(out, 'crawl.db'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowsOf(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = (sql: string) => (db.prepare(sql).all() as Record<string, unknown>[]).map((row) => JSON.stringify(row));
  const visits = rows(`
    SELECT v.seq, u.url, v.outcome, v.reason, v.status, v.title, v.language, CAST(v.fingerprint AS TEXT) AS fingerprint,
      CAST(v.simhash AS TEXT) AS simhash, v.priority, v.level, v.depth, j.relevance, j.raw, j.relevant, j.parts, l.data
    FROM visit v JOIN url u ON u.id = v.url LEFT JOIN judgement j ON j.visit = v.seq LEFT JOIN links l ON l.visit = v.seq ORDER BY v.seq`);
  const queue = rows(`
    SELECT u.url, u.state, u.reason, u.depth, u.parent, f.level, f.priority, f.parts, f.priority_parent AS via
    FROM url u LEFT JOIN frontier f ON f.url = u.id ORDER BY u.id`);
  db.close();
  return [...visits, ...queue];
}

function compare(before: readonly string[]): void {
  const index = Array.from({ length: Math.max(before.length, lines.length) }).findIndex(
    (_, at) => before[at] !== lines[at],
  );
  if (index < 0) {
    console.log('The same pages, scores and order.');
    return;
  }
  console.log(`Line ${index + 1} differs:\n- ${before[index]}\n+ ${lines[index]}`);
  process.exitCode = 1;
}
