import { type Html, html } from './html.js';

/** A piece of a chart's line, for its legend. */
export function swatch(className: string): Html {
  return html`<svg class="swatch" viewBox="0 0 30 10" aria-hidden="true"><path class="line ${className}" d="M1 5H29"/></svg>`;
}
