import { escapeText } from '../../html/escape-text.js';
import {
  axisSteps,
  chartAxes,
  chartFrame,
  cursorMarks,
  endNames,
  lineChart,
  linePath,
  placeOf,
} from '../../html/line-chart.js';
import type { PageDocument, PageElement, PageEvent, PageWindow } from '../../html/page-elements.js';
import { sortTable, wireTables } from '../../html/sortable-tables.js';
import { type CurveChoice, type CurveData, chosenChart, readingWords } from './charts/curve-choice.js';

/*
 * What the page does in a browser. It is ordinary code, checked and linted like the rest, whose source is put into the
 * page: the functions below reach nothing but each other and their arguments.
 */

/** The script of the page. Its data are in an element of their own, `curve-data`. */
export function pageScript(): string {
  const drawing = [escapeText, axisSteps, placeOf, linePath, chartFrame, chartAxes, endNames, cursorMarks, lineChart];
  const wiring = [wireChart, liveChart, wireChoices, wireLegend, wireReading, wireTables, sortTable, startPage];
  return `'use strict';\n${[...drawing, chosenChart, readingWords, nearestLine, ...wiring].map(String).join('\n')}\nstartPage(window);`;
}

function startPage(window: PageWindow): void {
  const { document } = window;
  document.documentElement.classList.add('live');
  wireTables(document);
  const data = document.getElementById('curve-data');
  if (data !== null) wireChart(window, JSON.parse(data.textContent ?? '') as CurveData);
}

/** Name of the line that is nearest to a place of the chart, if one is near. */
function nearestLine(data: CurveData, choice: CurveChoice, y: number): string | null {
  const chart = chosenChart(data, choice);
  const frame = chartFrame(chart);
  let nearest: string | null = null;
  let distance = 18;
  for (const line of chart.lines) {
    const value = line.y[choice.cursor ?? 0] ?? null;
    if (value === null) continue;
    const away = Math.abs(placeOf(0, value, frame)[1] - y);
    if (away < distance) [nearest, distance] = [line.name, away];
  }
  return nearest;
}

/** The main chart with what a reader has chosen of it. */
interface LiveChart {
  readonly data: CurveData;
  readonly box: PageElement;
  readonly legend: readonly PageElement[];
  choice(): CurveChoice;
  /** Draws it again with this changed. */
  change(part: Partial<CurveChoice>): void;
}

function wireChart(window: PageWindow, data: CurveData): void {
  const chart = liveChart(window.document, data);
  wireChoices(window.document, chart);
  wireLegend(window.document, chart);
  wireReading(window.document, chart);
  window.addEventListener('resize', () => chart.change({}));
  chart.change({});
}

function liveChart(document: PageDocument, data: CurveData): LiveChart {
  const box = document.getElementById('curves')!;
  const slider = document.getElementById('reading')!;
  const legend = [...document.querySelectorAll('#legend button')];
  let choice: CurveChoice = {
    view: data.views[0]!.id,
    measure: data.measures[0]!.id,
    shown: data.series.map(() => true),
    cursor: null,
    lit: null,
    width: 0,
  };
  function change(part: Partial<CurveChoice>): void {
    const shown = legend.map((button) => button.getAttribute('aria-pressed') === 'true');
    choice = { ...choice, ...part, shown, width: Math.max(300, Math.min(960, box.clientWidth)) };
    box.innerHTML = lineChart(chosenChart(data, choice));
    const { x, y } = data.curves[choice.view]![choice.measure]!;
    const at = choice.cursor ?? x.length - 1;
    const words = readingWords(data, choice);
    document.getElementById('reading-words')!.textContent = words;
    slider.max = String(x.length - 1);
    slider.value = String(at);
    slider.setAttribute('aria-valuetext', words);
    const digits = choice.measure === 'visited' ? 1 : 3;
    for (const [index, button] of legend.entries())
      button.querySelector('output')!.textContent = y[index]![at]?.toFixed(digits) ?? '–';
  }
  return { data, box, legend, choice: () => choice, change };
}

/** The seeds are those of the whole page, the measure that of the chart. */
function wireChoices(document: PageDocument, chart: LiveChart): void {
  const chosen = (name: string) => document.querySelector(`input[name="${name}"]:checked`)!.value;
  function choose(): void {
    const view = chosen('seeds');
    for (const block of document.querySelectorAll('[data-seeds]')) block.hidden = block.dataset.seeds !== view;
    chart.change({ view, measure: chosen('measure'), cursor: null });
  }
  for (const input of document.querySelectorAll('#choices input[type="radio"]'))
    input.addEventListener('change', choose);
  choose();
}

function wireLegend(document: PageDocument, { data, legend, choice, change }: LiveChart): void {
  for (const [index, button] of legend.entries()) {
    button.addEventListener('click', () => {
      button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
      change({ lit: null });
    });
    const light = () => change({ lit: choice().shown[index] ? data.series[index]!.name : null });
    for (const type of ['pointerenter', 'focus']) button.addEventListener(type, light);
    for (const type of ['pointerleave', 'blur']) button.addEventListener(type, () => change({ lit: null }));
  }
  for (const button of document.querySelectorAll('button[data-show]'))
    button.addEventListener('click', () => {
      for (const one of legend)
        one.setAttribute('aria-pressed', String(button.dataset.show === 'all' || one.dataset.first === 'true'));
      change({ lit: null });
    });
}

/** Values at a place: by pointer or finger on the chart, or by the slider, which also works with keys. */
function wireReading(document: PageDocument, { data, box, choice, change }: LiveChart): void {
  function read(event: PageEvent): void {
    const { x } = data.curves[choice().view]![choice().measure]!;
    const frame = chartFrame(chosenChart(data, choice()));
    const place = box.getBoundingClientRect();
    const scale = choice().width / place.width;
    const across = (event.clientX - place.left) * scale - frame.left;
    const wanted = (across * frame.furthest) / (frame.right - frame.left);
    const cursor = x.reduce((best, value, i) => (Math.abs(value - wanted) < Math.abs(x[best]! - wanted) ? i : best), 0);
    change({ cursor, lit: nearestLine(data, { ...choice(), cursor }, (event.clientY - place.top) * scale) });
  }
  for (const type of ['pointermove', 'pointerdown']) box.addEventListener(type, read);
  box.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse') change({ cursor: null, lit: null });
  });
  const slider = document.getElementById('reading')!;
  slider.addEventListener('input', () => change({ cursor: Number(slider.value), lit: null }));
}
