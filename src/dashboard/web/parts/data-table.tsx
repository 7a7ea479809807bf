import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

export interface Column<Row> {
  readonly title: string;
  /** What the title means, where it is short. */
  readonly hint?: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** A value to sort by; without one the column cannot be sorted. */
  readonly value?: (row: Row) => number | string | null;
  /** Which end comes first. */
  readonly first?: 'ascending' | 'descending';
  /** Words are set from the left, numbers from the right. */
  readonly words?: boolean;
}

interface DataTableProps<Row> {
  /** What it is, for those who hear the page. */
  readonly label: string;
  readonly caption?: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** A row that stands out. */
  readonly chosen?: string | number;
}

/** A table in a box that scrolls by itself where the screen is narrow, also by keys. The first column names its row. */
export function DataTable<Row>({ label, caption, columns, rows, keyOf, chosen }: DataTableProps<Row>) {
  const [order, setOrder] = useState<{ readonly column: number; readonly descending: boolean } | null>(null);
  const sorted = order === null ? rows : inOrder(rows, columns[order.column]!, order.descending);
  const sortBy = (column: number) => {
    const first = (columns[column]!.first ?? 'descending') === 'descending';
    setOrder({ column, descending: order?.column === column ? !order.descending : first });
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keys.
    <section class="scroll" tabIndex={0} aria-label={label}>
      <table>
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map(({ title, hint, value, words }, index) => (
              <th
                key={title}
                scope="col"
                class={words ? 'words' : ''}
                title={hint}
                aria-sort={order?.column === index ? (order.descending ? 'descending' : 'ascending') : undefined}
              >
                {value === undefined ? (
                  title
                ) : (
                  <button type="button" onClick={() => sortBy(index)}>
                    {title}
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={keyOf(row)} class={chosen === keyOf(row) ? 'chosen' : ''}>
              {columns.map(({ title, cell, words }, index) =>
                index === 0 ? (
                  <th key={title} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={title} class={words ? 'words' : ''}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Rows without a value stay below, whichever way. */
function inOrder<Row>(rows: readonly Row[], { value }: Column<Row>, descending: boolean): readonly Row[] {
  if (value === undefined) return rows;
  const sign = descending ? -1 : 1;
  return [...rows].sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b)));
  });
}
