import { escapeText } from '../html/escape-text.js';
import {
  axisSteps,
  chartAxes,
  chartFrame,
  cursorMarks,
  endNames,
  type LineChart,
  lineChart,
  linePath,
  placeOf,
} from '../html/line-chart.js';
import type { PageDocument, PageWindow } from '../html/page-elements.js';
import { sortTable, wireTables } from '../html/sortable-tables.js';
import { relevanceDigits, threeDigits, twoDigits } from '../words/figures.js';
import { chosenPages, dayWords, isRelevant, type ListChoice, markedText, pageItem, reasonsOf } from './page-item.js';
import type { PageList } from './report-data.js';

/*
 * What the page does in a browser: ordinary code, whose source is put into the page. The functions reach nothing but each other and
 * their arguments.
 */

/** The script of the page. Its data are in elements of their own, `page-list` and `charts`. */
export function reportScript(): string {
  const drawing = [escapeText, axisSteps, placeOf, linePath, chartFrame, chartAxes, endNames, cursorMarks, lineChart];
  const listing = [
    relevanceDigits,
    twoDigits,
    threeDigits,
    markedText,
    dayWords,
    isRelevant,
    reasonsOf,
    pageItem,
    chosenPages,
  ];
  const wiring = [sortTable, wireTables, wireCharts, wireList, startReport];
  return `'use strict';\n${[...drawing, ...listing, ...wiring].map(String).join('\n')}\nstartReport(window);`;
}

function startReport(window: PageWindow): void {
  const { document } = window;
  document.documentElement.classList.add('live');
  wireTables(document);
  const charts = document.getElementById('charts');
  if (charts !== null) wireCharts(window, JSON.parse(charts.textContent ?? '') as LineChart[]);
  const list = document.getElementById('page-list');
  if (list !== null) wireList(document, JSON.parse(list.textContent ?? '') as PageList);
}

/** Charts as wide as there is room. */
function wireCharts(window: PageWindow, charts: readonly LineChart[]): void {
  const boxes = [...window.document.querySelectorAll('.chart')];
  function draw(): void {
    for (const [index, box] of boxes.entries()) {
      const width = Math.max(280, Math.min(960, box.clientWidth));
      box.innerHTML = lineChart({ ...charts[index]!, width, named: width >= 600 });
    }
  }
  window.addEventListener('resize', draw);
  draw();
}

function wireList(document: PageDocument, list: PageList): void {
  const [box, filter, which, order] = ['pages', 'filter', 'which', 'order'].map((id) => document.getElementById(id)!);
  const [shown, more] = ['shown', 'more'].map((id) => document.getElementById(id)!);
  let places: number[] = [];
  let drawn = 0;
  function drawMore(count: number): void {
    const next = places.slice(drawn, drawn + count);
    box!.insertAdjacentHTML('beforeend', next.map((place) => pageItem(list, place)).join(''));
    drawn += next.length;
    more!.hidden = drawn >= places.length;
    const total = places.length.toLocaleString('en-US');
    shown!.textContent =
      places.length === 0
        ? 'No page matches.'
        : drawn < places.length
          ? `${drawn.toLocaleString('en-US')} of ${total} pages shown`
          : `${total} ${places.length === 1 ? 'page' : 'pages'}`;
  }
  function choose(): void {
    const words = filter!.value.toLowerCase().split(' ').filter(Boolean);
    const choice = { words, which: which!.value, order: order!.value } as ListChoice;
    places = chosenPages(list, choice);
    box!.innerHTML = '';
    drawn = 0;
    drawMore(50);
  }
  filter!.addEventListener('input', choose);
  for (const select of [which!, order!]) select.addEventListener('change', choose);
  more!.addEventListener('click', () => drawMore(200));
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(?:INPUT|SELECT|TEXTAREA)$/.test(event.target?.tagName ?? '')) return;
    event.preventDefault();
    filter!.focus();
  });
  choose();
}
