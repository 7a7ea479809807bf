import { createHash } from 'node:crypto';
import { Html, html } from './html.js';

export interface HtmlPage {
  readonly title: string;
  /** Of the program that made it. */
  readonly version: string;
  readonly style: string;
  /** Elements of the body have styles of their own, besides those of `style`. */
  readonly styledElements?: boolean;
  readonly body: Html;
  /** It is run at the end of the body. */
  readonly script?: string;
}

/**
 * A page as one file that asks for nothing else, whatever is in it: it can be read offline, and nothing that it shows is
 * run. The policy allows its own style and script by their hashes, and nothing besides.
 */
export function htmlPage({ title, version, style, styledElements = false, body, script }: HtmlPage): string {
  const styles = styledElements ? "'unsafe-inline'" : hashOf(style);
  const scripts = script === undefined ? '' : ` script-src ${hashOf(script)};`;
  const policy = `default-src 'none'; style-src ${styles};${scripts} img-src data:; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Html(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Osprey ${version}">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}${script !== undefined && html`<script>${new Html(script)}</script>\n`}</body>
</html>
`.source;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
