import { type Html, html } from '../../../html/html.js';
import type { JudgementStanding, LabReport } from '../../results.js';
import type { Competitor, SeedView } from '../report-view.js';
import { competitorLabel } from './contender-label.js';

/** Whose judgement, and when, to sort by. */
export function judgementName({ strategy, when }: JudgementStanding): string {
  return when === 'end' ? `${strategy}, at the end` : strategy;
}

export function judgementLabel(report: LabReport, one: Competitor, { when }: JudgementStanding, view: SeedView): Html {
  return html`${competitorLabel(report, one, view)}${when === 'end' && html` <span class="tag">at the end</span>`}`;
}
