import { Html, html } from './html.js';

export interface HtmlPage {
  readonly title: string;
  /** Of the program that made it. */
  readonly version: string;
  readonly style: string;
  readonly body: Html;
  /** It has scripts of its own, in the body. */
  readonly scripted?: boolean;
}

/**
 * A page as one file that asks for nothing else, whatever is in it: it can be read offline, and nothing that it shows is
 * run.
 */
export function htmlPage({ title, version, style, body, scripted = false }: HtmlPage): string {
  const scripts = scripted ? " script-src 'unsafe-inline';" : '';
  const policy = `default-src 'none'; style-src 'unsafe-inline';${scripts} img-src data:; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Html(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Osprey ${version}">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}</body>
</html>
`.source;
}
