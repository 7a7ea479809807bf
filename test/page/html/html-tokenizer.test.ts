import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Tokenizer } from 'htmlparser2';
import { type HtmlEvents, HtmlTokenizer } from '../../../src/page/html/html-tokenizer.js';

type Event = readonly [kind: string, ...values: readonly (string | number | boolean)[]];

/** Reports what it hears; an `<svg>` is foreign until its end tag. */
class Listener implements HtmlEvents {
  readonly events: Event[] = [];
  private foreign = false;
  private name = '';

  constructor(readonly source: string) {}

  openTag(start: number, end: number): void {
    this.name = this.source.slice(start, end);
    this.events.push(['open', this.name]);
  }

  attribute(start: number, end: number): boolean {
    this.events.push(['attribute', this.source.slice(start, end)]);
    return true;
  }

  attributeText(start: number, end: number): void {
    if (end > start) this.events.push(['value', this.source.slice(start, end)]);
  }

  attributeCharacter(codePoint: number): void {
    this.events.push(['character of value', codePoint]);
  }

  openTagEnd(closesItself: boolean): void {
    this.events.push(['end of tag', closesItself]);
    if (this.name === 'svg') this.foreign = true;
  }

  closeTag(start: number, end: number): void {
    const name = this.source.slice(start, end);
    this.events.push(['close', name]);
    if (name === 'svg') this.foreign = false;
  }

  text(start: number, end: number): void {
    if (start >= 0 && end > start) this.events.push(['text', this.source.slice(start, end)]);
  }

  character(codePoint: number): void {
    this.events.push(['character', codePoint]);
  }

  isForeign(): boolean {
    return this.foreign;
  }
}

function eventsOf(source: string, isXml = false): Event[] {
  const listener = new Listener(source);
  new HtmlTokenizer(source, listener, isXml).run();
  return listener.events;
}

function expected(source: string, isXml: boolean): Event[] {
  const listener = new Listener(source);
  const tokenizer = new Tokenizer(
    { decodeEntities: true, recognizeSelfClosing: isXml },
    {
      onopentagname: (start, end) => listener.openTag(start, end),
      onattribname: (start, end) => listener.attribute(start, end),
      onattribdata: (start, end) => listener.attributeText(start, end),
      onattribentity: (codePoint) => listener.attributeCharacter(codePoint),
      onopentagend: () => listener.openTagEnd(false),
      onselfclosingtag: () => listener.openTagEnd(true),
      onclosetag: (start, end) => listener.closeTag(start, end),
      ontext: (start, end) => listener.text(start, end),
      ontextentity: (codePoint) => listener.character(codePoint),
      oncdata: () => {},
      isInForeignContext: () => listener.isForeign(),
      onattribend: () => {},
      oncomment: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
    },
  );
  tokenizer.write(source);
  tokenizer.end();
  return listener.events;
}

/** Pieces whose combinations are worth looking at. */
const pieces = fc.constantFrom(
  ...(
    `< </ > / /> = " ' & ; ! ? - -- --> --!> <!-- <!--> <!---> <![CDATA ]]> ] <!d a B é 漢 😀 <p> <p </p> <br/> </script <style> <xmp> </xmp> ` +
    '<script> <SCRIPT> </script> <iframe/> </iframe> <title> </title> <textarea> </TextArea> <noembed> <noframes> <svg> </svg> <plaintext> <pre> ' +
    '&amp; &amp &lt &notit; &notin; &#65; &#x41 &# &#x; &nbsp; &ngE; &unknown; &ampx &lt='
  ).split(' '),
  ...[' ', '\n', '\t', '\f', '<!doctype html>', '<?xml ?>', '<a href="x&amp;y">', "<a href='x", '<a href=x&lt'],
  ...['<br / >', '<img alt>', '<i//b c = d>', '</style x>'],
);
const sources = fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(''));

/** Where htmlparser2 lets the last characters be text that belong to a tag, or misses a reference behind `<` in a title. */
function isOdd(source: string): boolean {
  return /<[a-z]*$/i.test(source) || /<\/?[a-z]*&/i.test(source);
}

/** Without the tag that the end of the source cuts off. */
function complete(events: readonly Event[]): Event[] {
  const last = events.findLastIndex(([kind]) => kind === 'open');
  const isCut = last >= 0 && !events.slice(last).some(([kind]) => kind === 'end of tag');
  return isCut ? events.slice(0, last) : [...events];
}

describe('the HTML tokenizer', () => {
  test('cuts a source into tags and text', () => {
    assert.deepEqual(eventsOf('x<A b="1&lt;2" c>y</A>'), [
      ['text', 'x'],
      ['open', 'A'],
      ['attribute', 'b'],
      ['value', '1'],
      ['character of value', 60],
      ['value', '2'],
      ['attribute', 'c'],
      ['end of tag', false],
      ['text', 'y'],
      ['close', 'A'],
    ]);
  });

  test('scripts and titles end at their end tags', () => {
    const title = eventsOf('<title><b>&amp;</title><script>a</b>&amp;</script >c');
    assert.deepEqual(
      title.filter(([kind]) => kind !== 'open' && kind !== 'end of tag'),
      [
        ['text', '<b>'],
        ['character', 38],
        ['close', 'title'],
        ['text', 'a</b>&amp;'],
        ['close', 'script'],
        ['text', 'c'],
      ],
    );
  });

  test('sections are text in XML and SVG, and a comment up to the next > in HTML', () => {
    const textOf = (source: string, isXml = false) =>
      eventsOf(source, isXml)
        .filter(([kind]) => kind === 'text')
        .map(([, text]) => text)
        .join('|');
    assert.equal(textOf('a<![CDATA[b>c]]>d'), 'a|c]]>d');
    assert.equal(textOf('a<![CDATA[b>c'), 'a|c');
    assert.equal(textOf('a<![CDATA[<b>&lt;]]>d', true), 'a|<b>&lt;|d');
    assert.equal(textOf('<svg>a<![CDATA[b>c]]>d</svg><![CDATA[e>f'), 'a|b>c|d|f');
    assert.equal(textOf('a<![CDATA[b>c', true), 'a|b>c');
  });

  test('what the end of the source cuts off within a tag is nothing', () => {
    for (const cut of ['<scr', '<a', '<a href', '<a href=', '<a href="x', '</a', '<a /', '<!--', '<![CDATA[x', '<?x'])
      assert.deepEqual(
        eventsOf(`x${cut}`).filter(([kind]) => kind !== 'open' && kind !== 'attribute'),
        [['text', 'x']],
        cut,
      );
  });

  test('tells what htmlparser2 tells', () => {
    fc.assert(
      fc.property(
        sources.filter((source) => !isOdd(source)),
        fc.boolean(),
        (source, isXml) => {
          assert.deepEqual(complete(eventsOf(source, isXml)), complete(expected(source, isXml)));
        },
      ),
      { numRuns: 20_000 },
    );
  });
});
