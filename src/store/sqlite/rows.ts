import type { StatementSyncInstance } from '@photostructure/sqlite';

type Values = Parameters<StatementSyncInstance['all']>;

/** The driver knows no types of columns: `Row` is what the statement selects. */
export function allRows<Row>(statement: StatementSyncInstance, ...values: Values): Row[] {
  return statement.all(...values) as unknown[] as Row[];
}

export function oneRow<Row>(statement: StatementSyncInstance, ...values: Values): Row | undefined {
  return statement.get(...values) as unknown as Row | undefined;
}

/** One row at a time: for results that should not be held in memory. */
export function eachRow<Row>(statement: StatementSyncInstance, ...values: Values): Iterable<Row> {
  return statement.iterate(...values) as Iterable<unknown> as Iterable<Row>;
}
