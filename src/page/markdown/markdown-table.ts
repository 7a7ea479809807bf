import type { Cell, Table } from '../html/inline-marks.js';

/** Wider tables are there for the layout, or for machines. */
const WIDEST = 30;
/** Cells that are longer than this on average hold texts, not data. */
const LONG_CELL = 250;

/** Whether a table holds data in rows and columns, rather than the layout of a page. */
export function isDataTable({ rows, isLayout, start, end }: Table): boolean {
  if (isLayout) return false;
  const full = rows.filter(({ length }) => length > 1);
  const cells = rows.reduce((sum, { length }) => sum + length, 0);
  return full.length > 1 && columnsOf(rows) <= WIDEST && end - start <= LONG_CELL * cells;
}

/** The first row is the header, as the syntax asks for one. */
export function markdownTable(rows: readonly (readonly Cell[])[], write: (cell: Cell) => string): string {
  const columns = columnsOf(rows);
  const lines = rows.map((row) => {
    const cells = Array.from({ length: columns }, (_, i) => (row[i] === undefined ? '' : write(row[i])));
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  lines.splice(1, 0, `|${' --- |'.repeat(columns)}`);
  return lines.join('\n');
}

function columnsOf(rows: readonly (readonly Cell[])[]): number {
  return rows.reduce((most, { length }) => Math.max(most, length), 0);
}
