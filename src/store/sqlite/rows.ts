import type { StatementSyncInstance } from '@photostructure/sqlite';
import { inertText } from '../../page/one-line.js';
import { damagedDatabase } from './store-failure.js';

type Values = Parameters<StatementSyncInstance['all']>;

/**
 * The driver knows no types of columns: `Row` is what the statement selects. A database may come from others: all of its text is made inert
 * here, so that nothing of it steers a terminal or forges a line, wherever it is written later.
 */
export function allRows<Row>(statement: StatementSyncInstance, ...values: Values): Row[] {
  return (statement.all(...values) as Record<string, unknown>[]).map(inertRow) as Row[];
}

export function oneRow<Row>(statement: StatementSyncInstance, ...values: Values): Row | undefined {
  const row = statement.get(...values) as Record<string, unknown> | undefined;
  return row && (inertRow(row) as Row);
}

/** One row at a time: for results that should not be held in memory. */
export function* eachRow<Row>(statement: StatementSyncInstance, ...values: Values): Iterable<Row> {
  for (const row of statement.iterate(...values) as Iterable<Record<string, unknown>>) yield inertRow(row) as Row;
}

/** Text of many lines, as it is: for what only Osprey reads. */
export function rawRow<Row>(statement: StatementSyncInstance, ...values: Values): Row | undefined {
  return statement.get(...values) as Row | undefined;
}

/** Numbers and short texts in JSON. */
export function inertJson<T>(text: string): T {
  try {
    return JSON.parse(text, (_, value) => inertValue(value));
  } catch (thrown) {
    throw damagedDatabase('crawl.db', thrown);
  }
}

function inertValue(value: unknown): unknown {
  if (typeof value === 'string') return inertText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  if (keys.every((key) => inertText(key) === key)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [inertText(key), inner]));
}

/** All text of a row, made inert in place. */
export function inertRow(row: Record<string, unknown>): unknown {
  for (const name in row) if (typeof row[name] === 'string') row[name] = inertText(row[name]);
  return row;
}
