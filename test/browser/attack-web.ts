import { html } from '../site.js';

/** Scripts, handlers, links that run, ends of elements and of data, directions, marks of matches. */
export const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
  '</script><script>alert(3)</script>',
  '</title></style></textarea><svg onload=alert(4)>',
  `"onmouseover="alert(5)" 'onfocus='alert(6)' autofocus x="`,
  '<!--<script>',
  ']]><iframe srcdoc="<script>alert(7)</script>">',
  '<a href=javascript:alert(8)>click</a>',
  '<details open ontoggle=alert(9)>',
  '<link rel=stylesheet href=http://evil.test/x.css><meta http-equiv=refresh content="0;url=http://evil.test/">',
  '\u202egnp.exe\u202c \u2066x\u2069 \u200f\u061c',
  '\u001b[31mred\u0007\u0000\u009b2J',
  '\ue000<b>\ue001</b>\ue000',
  '{{alert(10)}} \\u003cscript>alert(12)',
  '\ud83d\ud83d \u{e0041}\u{e0042}',
];
const escaped = (text: string) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
const start = html(
  'Jaguar car',
  'jaguar car',
  attacks.map((attack, number) => [
    `/${number}/${encodeURIComponent(attack.replace(/\p{Surrogate}/gu, ''))}`,
    escaped(attack),
  ]),
);

/** A site that links to a page for each attack, in title, text, address and anchor. */
export function attackWeb(host: string, at: string): string | undefined {
  if (host !== 'a.test') return undefined;
  if (at === '/') return start;
  const attack = escaped(attacks[Number(at.split('/')[1])] ?? '');
  return html(`jaguar car ${attack}`, `jaguar car ${at.slice(0, 8)} ${attack} jaguar car and more of the jaguar car`);
}
