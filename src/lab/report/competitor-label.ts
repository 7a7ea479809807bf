import type { LabReport } from '../results.js';
import { type Html, html } from './html.js';
import type { Competitor } from './report-view.js';

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

/** Its name, and what a reader must not overlook about it. */
export function competitorLabel({ baseline }: LabReport, { name, role, supervision }: Competitor): Html {
  const all = [roleTags[role], supervisionTags[supervision], name === baseline ? 'baseline' : ''];
  const tags = all.filter((tag) => tag !== '' && !name.includes(tag));
  return html`${name}${tags.map((tag) => html` <span class="tag">${tag}</span>`)}`;
}

/** A piece of its line. */
export function swatch(className: string): Html {
  return html`<svg class="swatch" viewBox="0 0 30 10" aria-hidden="true"><path class="line ${className}" d="M1 5H29"/></svg>`;
}
