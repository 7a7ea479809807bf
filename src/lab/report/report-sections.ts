import { type Html, type HtmlPart, html } from '../../html/html.js';
import type { LabReport } from '../results.js';
import type { CurveData } from './charts/curve-choice.js';
import { intervalPlot } from './charts/interval-plot.js';
import { lineClasses } from './charts/line-classes.js';
import { mainChart } from './charts/main-chart.js';
import { reliabilityPlots } from './charts/reliability-plots.js';
import { thresholdCharts } from './charts/threshold-charts.js';
import { topicCharts } from './charts/topic-charts.js';
import {
  type Competitor,
  completeFirst,
  ranked,
  type SeedView,
  seedViews,
  seedWords,
  standingOf,
  tableOrder,
} from './report-view.js';
import { calibrationTable } from './tables/calibration-table.js';
import { comparisonTable } from './tables/comparison-table.js';
import { overlapTable } from './tables/overlap-table.js';
import { politenessTable } from './tables/politeness-table.js';
import { rankingTable } from './tables/ranking-table.js';
import { standingsTable } from './tables/standings-table.js';
import { topicTable } from './tables/topic-table.js';
import { readingGuide } from './words/reading-guide.js';
import { competitorTable, skippedTable, subjectTable } from './words/taking-part.js';

/** On paper, `together` goes on where the page before ended, and `wide` is printed across. */
type Layout = 'together' | 'wide' | 'page';

/** All that the curves, tables and charts have to say, from the whole to the parts. */
export function resultSections(report: LabReport, data: CurveData): Html[] {
  const classes = lineClasses(report.contenders);
  const limits = report.contenders.filter(({ role }) => role === 'oracle' || role === 'bound');
  const perView = (make: (view: SeedView) => Html) =>
    seedViews(report).map((view) => html`<div data-seeds="${view}">${make(view)}</div>\n`);
  const plot = (view: SeedView, measure: 'auc' | 'cpuMsPerPage') => {
    const [rows, lines] = measure === 'auc' ? [tableOrder(report, view), limits] : [byCost(report, view), []];
    return html`<h3>${seedWords[view]}</h3>${intervalPlot(report, view, measure, rows, classes, lines)}`;
  };
  return [
    section('Curves', curvesNote(), mainChart(report, data), 'together'),
    section(
      'AUC with 95 % intervals',
      limitsNote(limits),
      perView((view) => plot(view, 'auc')),
    ),
    ...(report.politeness.length === 0
      ? []
      : [section('With and without politeness', politenessNote, politenessTable(report), 'wide')]),
    section(
      'Standings',
      live('Sort by any heading.'),
      perView((view) => standingsTable(report, view)),
      'wide',
    ),
    section(
      `Against ${report.baseline}`,
      'On the same topics and seeds, pair by pair.',
      perView((view) => comparisonTable(report, view)),
    ),
    section(
      'Topic by topic',
      'Recall by pages fetched. Each topic has its own scale, the same for near and far seeds.',
      topicCharts(report, classes),
    ),
    section(
      'AUC by topic',
      'Where each is strong, and where it fails.',
      perView((view) => topicTable(report, view)),
      'wide',
    ),
    section('Judging pages', thresholdsNote, thresholdCharts(report)),
    section(
      'Calibration',
      calibrationNote,
      [reliabilityPlots(report), perView((view) => calibrationTable(report, view))],
      'wide',
    ),
    section(
      'Ranking of results',
      rankingNote,
      perView((view) => rankingTable(report, view)),
      'wide',
    ),
    section('Overlap', 'Strategies that find different pages complement each other.', overlapTable(report), 'wide'),
    section(
      'CPU a page',
      'Milliseconds of processor time, with 95 % intervals.',
      perView((view) => plot(view, 'cpuMsPerPage')),
    ),
  ];
}

/** What a reader looks up. */
export function referenceSections(report: LabReport): Html[] {
  return [
    ...(report.skipped.length === 0
      ? []
      : [section('Skipped', 'What could not be run, and why.', skippedTable(report))]),
    section('How to read this', '', readingGuide(report)),
    section('What took part', '', [competitorTable(report), subjectTable(report)]),
  ];
}

const thresholdsNote =
  'How well each strategy’s own judgement of the pages it visited agrees with the truth, by the threshold from which it calls a page relevant. The broken line marks the best threshold.';

const politenessNote =
  'The same crawls once without delays, one request at a time, and once as polite ones, on a virtual clock. AUC by time is the mean recall over the time that the budget would take on a single host.';

const calibrationNote =
  'Does a relevance of 0.7 mean that about 70 % of such pages are relevant? Visited pages by the tenth that they were judged in, beside the share of them that truly is relevant. The charts show that share (upwards) by the mean judgement (across); the more pages, the larger the dot. Not every strategy means its relevance as a probability.';
const rankingNote =
  'The pages of each crawl, put in order by the strategy’s own relevance, by plain cosine with the query, and by BM25: does what is relevant come first? 1 is the best order of these pages. A crawl that finds more has more to put in order.';

function curvesNote(): HtmlPart {
  const how =
    'Choose the seeds, here and for the tables below, and the measure. Point at the chart or move the slider to read values. A name hides or shows its line.';
  return ['Means over topics and draws. ', live(how)];
}

function limitsNote(limits: readonly Competitor[]): string {
  return limits.length === 0 ? '' : `Dotted lines: ${limits.map(({ name }) => name).join(', ')}.`;
}

function byCost(report: LabReport, view: SeedView): Competitor[] {
  const cost = ({ name }: Competitor) => standingOf(report, name, view)?.measures.cpuMsPerPage?.mean ?? 0;
  return completeFirst(
    report,
    view,
    ranked(report, view).sort((a, b) => cost(a) - cost(b)),
  );
}

/** Words about what only a script does. */
function live(words: string): Html {
  return html`<span class="live-only">${words}</span>`;
}

function section(title: string, note: HtmlPart, body: HtmlPart, layout: Layout = 'page'): Html {
  const told = note === '' ? '' : html`<p class="note">${note}</p>\n`;
  return html`<section class="${layout}">
<h2>${title}</h2>
${told}${body}
</section>
`;
}
