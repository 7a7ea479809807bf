import type { CopiedTable, NeutralRow } from './copied-tables.js';

/** The tables of a crawl in one store, as they are at one moment. */
export interface TableSource {
  rows(table: CopiedTable): AsyncIterable<NeutralRow>;
}

/** A new crawl in one store. */
export interface TableTarget extends TableSource {
  /** Tables come in the order of `copiedTables`, each in pieces. */
  insert(table: CopiedTable, rows: readonly NeutralRow[]): Promise<void>;
  /** All rows are there: what can be derived from them is made. */
  complete(): Promise<void>;
}

/** The links of a visit as one store has them, with their targets named otherwise. */
export function renamedLinks(data: string, rename: (target: number | string) => number | string): string {
  const links = JSON.parse(data) as [number | string, ...unknown[]][];
  return JSON.stringify(links.map(([target, ...rest]) => [rename(target), ...rest]));
}

/** The distinct targets in the links of a visit. */
export function targetsOf(data: string): (number | string)[] {
  return [...new Set((JSON.parse(data) as [number | string, ...unknown[]][]).map(([target]) => target))];
}
