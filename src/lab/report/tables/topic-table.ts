import { dataTable, heading, rowHeading } from '../../../html/data-table.js';
import { type Html, html } from '../../../html/html.js';
import type { LabReport } from '../../results.js';
import {
  breadthFirst,
  type Competitor,
  isComplete,
  ranked,
  type SeedView,
  seedWords,
  tableOrder,
  topicScores,
} from '../report-view.js';
import { competitorLabel } from '../words/contender-label.js';

/** AUC of everything that took part on each topic: the best strategy of a topic is marked, and what is below breadth-first. */
export function topicTable(report: LabReport, view: SeedView): Html {
  const scores = topicScores(report, view);
  const crawls = ranked(report, view);
  const contest = crawls.filter((one) => isComplete(report, one, view));
  const highest = Math.max(Number.MIN_VALUE, ...[...scores.values()].flatMap((topics) => [...topics.values()]));
  const best = new Map(
    report.topics.map(({ id }) => [id, Math.max(...contest.map(({ name }) => scores.get(name)?.get(id) ?? 0))]),
  );
  function cell(one: Competitor, topic: string): Html {
    const auc = scores.get(one.name)?.get(topic);
    if (auc === undefined) return html`<td>–</td>`;
    const isBest = contest.includes(one) && auc > 0 && auc === best.get(topic);
    const isBelow = crawls.includes(one) && auc < (scores.get(breadthFirst)?.get(topic) ?? 0);
    const mark = isBest ? '★ ' : isBelow ? '▼ ' : '';
    return html`<td class="heat${isBest && ' best'}" style="--value:${(auc / highest).toFixed(3)}">${mark}${auc.toFixed(3)}</td>`;
  }
  return dataTable({
    label: `AUC by topic, ${seedWords[view].toLowerCase()}`,
    caption: `${seedWords[view]}. ★ best of its topic among those that ran all tasks, ▼ below ${breadthFirst}; the darker, the higher.`,
    headings: [heading('Strategy'), ...report.topics.map(({ id, query }) => heading(id, query))],
    rows: tableOrder(report, view).map((one) => [
      rowHeading(one.name, competitorLabel(report, one, view)),
      ...report.topics.map(({ id }) => cell(one, id)),
    ]),
  });
}
