import { Failure } from '../../failure.js';
import { Checksum } from './checksum.js';
import { copiedTables, type NeutralRow } from './copied-tables.js';
import type { TableSource, TableTarget } from './crawl-tables.js';

/** Rows that are written at a time. */
const chunk = 1_000;

/** Copies every table, then reads the copy and compares counts and checksums. Returns the rows by table. */
export async function copyTables(
  from: TableSource,
  to: TableTarget,
  onTable: (table: string) => void,
): Promise<Readonly<Record<string, number>>> {
  const expected = new Map<string, Checksum>();
  for (const table of copiedTables) {
    onTable(table.name);
    const sum = new Checksum();
    let rows: NeutralRow[] = [];
    for await (const row of from.rows(table)) {
      sum.add(row);
      rows.push(row);
      if (rows.length < chunk) continue;
      await to.insert(table, rows);
      rows = [];
    }
    if (rows.length > 0) await to.insert(table, rows);
    expected.set(table.name, sum);
  }
  await to.complete();
  for (const table of copiedTables) {
    const sum = new Checksum();
    for await (const row of to.rows(table)) sum.add(row);
    if (String(sum) !== String(expected.get(table.name)))
      throw new Failure(
        'copy-differs',
        `The table ${table.name} was copied wrongly: ${sum} in place of ${expected.get(table.name)}. Nothing was kept.`,
        'fatal',
        { table: table.name },
      );
  }
  return Object.fromEntries([...expected].map(([name, { count }]) => [name, count]));
}
