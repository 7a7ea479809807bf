import { type HostileSite, oneHost } from './hostile-site.js';
import { pageOf, prose } from './invented-page.js';

/** Ways to write HTML wrongly, around a text and a link that must be found. What swallows the rest comes after the link. */
const kinds: Record<string, (text: string, link: string) => string> = {
  'unclosed-tags': (text, link) => `<html><body><div><p><b>${text}<i>${link}`,
  'closed-twice': (text, link) => `</p></div></body></html><p>${text}</p></p></b></html>${link}</body>`,
  'crossed-tags': (text, link) => `<b><i>${text}</b></i><a><p>${link}</a></p></table></ul>`,
  'no-tags': (text, link) => `${text} ${link}`,
  'only-tags': (_, link) => `<<>><p<p<p>>>${link}</><//></ ><>`,
  'endless-comment': (text, link) => `<p>${text}${link}<!-- ${text}`,
  'odd-comments': (text, link) => `<!--><p>${text}<!---->${link}<!--- x -- y --!><!-->`,
  'endless-script': (text, link) => `<p>${text}${link}<script>document.write("</p>"`,
  'endless-style': (text, link) => `<p>${text}${link}<style>p { color: red`,
  'endless-title': (text, link) => `<p>${text}${link}<title>for ever and ever`,
  'endless-attribute': (text, link) => `<p>${text}${link}<a href="/never and <b>on</b>`,
  'endless-tag': (text, link) => `<p>${text}${link}<div class=x `,
  'endless-cdata': (text, link) => `<p>${text}${link}<![CDATA[ x`,
  'no-quotes': (text, link) => `<p class=a id=b>${text}${link.replaceAll('"', '')}`,
  'odd-quotes': (text, link) =>
    `<p class='a"b' id="c'd">${text}<a href='/x' "'>y</a>${link}`.replace(/<a href='\/x' "'>y<\/a>/, ''),
  'repeated-attributes': (text, link) =>
    `<p>${text}${link.replace('<a ', '<a rel="a" rel="b" ').replace('>', ' href="/never">')}`,
  'upper-case': (text, link) => `<HTML><BODY><P>${text}${link.replace('<a href', '<A HREF')}`,
  'nested-links': (text, link) => `<p>${text}<a name=x>${link}<a name=y>z</a></a>`,
  'nested-forms': (text, link) => `<form><form><table><form><tr><select><option>${text}</select>${link}</form>`,
  'broken-tables': (text, link) => `<table><p>${text}<tr>${link}<td><table><caption>x<td>y</table>`,
  'deep-nesting': (text, link) => `${'<div>'.repeat(20_000)}${text}${link}`,
  'null-bytes': (text, link) => `<p>\0${text}\0\0${link}<\0b>\0`,
  'bad-entities': (text, link) => `<p>&#0;&#xD800;&#x110000;&#99999999999;&nope;&amp&lt&#&;${text}${link}`,
  'many-attributes': (text, link) => `<p ${'a b=c '.repeat(20_000)}>${text}${link}`,
  'long-attribute': (text, link) => `<p class="${'x'.repeat(1_000_000)}">${text}${link}`,
  'foreign-content': (text, link) => `<svg><title>not this</title><p>${text}</p><math><mi>${link}</svg>`,
  'wrong-doctype': (text, link) => `<!DOCTYPE ${'x '.repeat(5000)} [<!ENTITY a "b">]><p>${text}${link}`,
  'xml-bits': (text, link) => `<?xml version="1.0"?><?php echo 1 ?><p/>${text}<br/>${link}<a/>`,
  'head-in-body': (text, link) => `<body><p>${text}<head><meta charset=utf-8></head><html><body>${link}`,
  'half-a-tag': (text, link) => `<p>${text}${link}<`,
  'control-characters': (text, link) => `<p>\x01\x02\x08\x0b\x1f\x7f\u0085\ufffe${text}${link}\u2028\u2029`,
};

/** A host for each kind, with a page that is broken so and one that it links to. */
export function brokenHtml(domain: string): HostileSite[] {
  return Object.entries(kinds).map(([kind, html]) =>
    oneHost(
      `${kind}.html.${domain}`,
      `HTML with ${kind.replaceAll('-', ' ')}`,
      { pages: ['/', '/next'] },
      (asked, reply) => {
        if (asked.path === '/') reply.html(html(prose(asked.host), '<a href="/next">next</a>'));
        else reply.html(pageOf(asked));
      },
    ),
  );
}
