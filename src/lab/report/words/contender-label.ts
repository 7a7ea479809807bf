import { type Html, html } from '../../../html/html.js';
import type { LabReport } from '../../results.js';
import { type Competitor, mainView, type SeedView, tasksRun } from '../report-view.js';

const roleTags: Readonly<Record<Competitor['role'], string>> = {
  strategy: '',
  floor: 'floor',
  oracle: 'oracle',
  bound: 'bound',
};
const supervisionTags: Readonly<Record<Competitor['supervision'], string>> = {
  none: '',
  examples: 'examples',
  labels: 'trained',
};

/** What a reader must not overlook about it, unless its name says so. */
export function tagsOf(report: LabReport, one: Competitor, view: SeedView = mainView(report)): string[] {
  const { ran, all } = tasksRun(report, one, view);
  const tags = [
    ran < all ? `${ran} of ${all} tasks` : '',
    roleTags[one.role],
    supervisionTags[one.supervision],
    one.name === report.baseline ? 'baseline' : '',
  ];
  return tags.filter((tag) => tag !== '' && !one.name.includes(tag));
}

export function competitorLabel(report: LabReport, one: Competitor, view: SeedView = mainView(report)): Html {
  return html`${one.name}${tagsOf(report, one, view).map((tag) => html` <span class="tag">${tag}</span>`)}`;
}
