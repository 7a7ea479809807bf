import { Html, html } from './html.js';

/** Data for the script of a page. They would end at `</script`, wherever that stands: no `<` is left in them. */
export function dataElement(id: string, data: object): Html {
  return html`<script type="application/json" id="${id}">${new Html(inertJson(data))}</script>\n`;
}

export function inertJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
