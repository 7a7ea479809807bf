import fc from 'fast-check';

/** Pages as people wrote them and browsers show them: nothing is closed where it should be, and much is said twice. */
export const soups: readonly string[] = [
  `<HTML><HEAD><TITLE>My Page &amp; Yours</TITLE><BASE HREF="/a/b/"><BODY BGCOLOR=#ffffff LINK=blue>
<CENTER><H1>Welcome<FONT COLOR=red SIZE=+2>!!</H1></FONT><HR WIDTH=50%><P>Text <B>bold <I>both</B> italic</I>
<UL><LI><A HREF=one.html>One<LI><A HREF="two.html" TITLE='Two "2"'>Two</A><UL><LI>deep<LI>deeper</UL></CENTER>
<TABLE><TR><TD>1<TD>2<TR><TABLE><TD>inner<A HREF=?q=1&amp;r=2&copy=3>q</TABLE></TABLE><IMG SRC=x ALT="a picture"></HTML>after`,
  `<!DOCTYPE html><html lang="en-GB"><head><meta charset="utf-8"><meta name=robots content="noindex, nofollow">
<link rel="canonical" href="https://example.com/c"><script type="application/ld+json">{"@type":"Article","author":{"name":"A. U. Thor"},"datePublished":"2024-01-02"}</script>
<script>if (a < b && c > d) document.write("<a href='x'>y<\\/a>");</script><style>p > a { content: "</p>" }</style></head>
<body><nav><ul><li><a href="/">Home</a></li></ul></nav><article><header><h1>Head</h1><a rel=author href=/me>Me</a></header>
<p>First sentence. Second with a <a href="//other.example/x?y=1#z" rel="nofollow ugc">link</a>; third.</p><br/>
<svg viewBox="0 0 1 1"><title>icon</title><a xlink:href="/svg">s</a><![CDATA[ raw ]]></svg><math><mi>x</mi></math>
<template><a href="/never">n</a></template><noscript><a href="/noscript">ns</a></noscript><iframe src="/frame">old</iframe></article></body></html>`,
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xml:lang="de"><head><title/></head><body><p hidden="">unseen</p>
<div style="display: none">gone</div><pre>  kept
  lines </pre><textarea><b>not bold</b></textarea><select><option>one<option selected>two</select>
<!-- comment with -- and > and <a href="/c">no link</a> --><p itemprop="author">Au<b>thor</b></p><area href="/area" alt="Area"/>
&lt;&#60;&#x3c;&nosuch;&amp&ampx;&#xD800;&#1114112;&#0;&#x80;</body></html>`,
  `<a href="a"><a href="b"><a href="c">nested</a></a></a><p><div><p></div></p><b><p>x</b>y</p><frameset><frame src=f1><frame src=f2></frameset>
<plaintext><a href="/plain">?</a><title>second</title><meta http-equiv=refresh content="5; URL='/next'"><time pubdate datetime="2001-02-03">`,
];

/** Pieces of the grammar where they do not belong. */
export const htmlTokens: readonly string[] = [
  ...[
    '<',
    '</',
    '<!',
    '<!--',
    '-->',
    '--!>',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '/>',
    '>',
    '"',
    "'",
    '=',
    '&',
    '&#',
    '&#x',
  ],
  ...['&amp', '&#x110000;', '&#0;', '&#xd800;', '&nosuch;', '\0', '\ud800', '\u202e', '\ufeff', '\u001b[2J', '\r\n'],
  ...[
    '<script>',
    '</script',
    '<style>',
    '</style>',
    '<title>',
    '<textarea>',
    '<plaintext>',
    '<xmp>',
    '<svg>',
    '</svg>',
  ],
  ...[
    '<a href=',
    '<a href="',
    '</a>',
    '<base href=//[',
    '<div>',
    '</div>',
    '<table>',
    '<select>',
    '<template>',
    '<noscript>',
  ],
  ...[
    '<script type=application/ld+json>{"author":',
    '{"@graph":[',
    ' hidden',
    ' id=\u0007',
    ' class="a b c"',
    ' href=x',
  ],
  ...[
    '<meta http-equiv=refresh content="0;url=',
    '<p itemprop=author>',
    '<li>',
    '<td>',
    '<pre>',
    '<br/>',
    '<b>',
    '</b>',
  ],
];

/** Soup from nothing: names, attributes and pieces in any order. */
export const freshSoup: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...htmlTokens),
      fc.constantFrom('text. More', ' ', '\n', '😀', 'href="ht\ntp://e/"', 'content="0;url=q"', '{"author":"x"}'),
      fc
        .tuple(
          fc.constantFrom(
            ...'a p div table tr td li ul b svg math title script style pre iframe br area meta x-y'.split(' '),
          ),
          fc.constantFrom(
            '',
            ' href=x',
            ' href="/y?a=b&amp;c#d"',
            " href='http://b.example/%zz'",
            ' src=z',
            ' alt=t',
            ' "',
          ),
          fc.constantFrom('>', '/>', '', ' '),
        )
        .map(([tag, attribute, end]) => `<${tag}${attribute}${end}`),
    ),
    { maxLength: 60 },
  )
  .map((pieces) => pieces.join(''));
