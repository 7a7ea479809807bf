import type { PageDocument, PageElement } from './page-elements.js';

/*
 * Runs in the page: the source of these functions is put into its script.
 */

/** Rows in the order of a column: the better end first, then the other way round. Rows without a value stay below. */
export function sortTable(table: PageElement, heading: PageElement, column: number): void {
  const first = heading.dataset.first ?? 'descending';
  const other = first === 'descending' ? 'ascending' : 'descending';
  const order = heading.getAttribute('aria-sort') === first ? other : first;
  for (const one of table.querySelectorAll('th[aria-sort]')) one.removeAttribute('aria-sort');
  heading.setAttribute('aria-sort', order);
  const sign = order === 'ascending' ? 1 : -1;
  const rows = [...table.querySelectorAll('tbody tr')].map((row) => {
    const value = [...row.querySelectorAll('th, td')][column]?.dataset.value ?? '';
    return { row, value, number: value === '' ? Number.NaN : Number(value) };
  });
  rows.sort((a, b) => {
    if (a.value === '' || b.value === '') return Number(a.value === '') - Number(b.value === '');
    const byNumber = a.number - b.number;
    return sign * (Number.isNaN(byNumber) ? a.value.localeCompare(b.value) : byNumber);
  });
  table.querySelector('tbody')?.append(...rows.map(({ row }) => row));
}

export function wireTables(document: PageDocument): void {
  for (const table of document.querySelectorAll('table.sortable'))
    for (const [column, heading] of [...table.querySelectorAll('thead th')].entries())
      heading.querySelector('button')?.addEventListener('click', () => sortTable(table, heading, column));
}
