import { createMultibyteEncoder } from '@exodus/bytes/multi-byte.js';
import { createSinglebyteEncoder } from '@exodus/bytes/single-byte.js';
import { type HostileSite, oneHost } from './hostile-site.js';
import { pageIn, sentences } from './languages.js';

/** A page in a charset: what is said of it, and what it is. Its title must be read right. */
interface Case {
  readonly name: string;
  readonly does: string;
  readonly language: string;
  /** What the header says. */
  readonly header?: string;
  /** What the page says. */
  readonly meta?: string;
  readonly bytes: (page: string) => Uint8Array;
}

/** Charsets of the past with a language that they were made for. */
const legacy: readonly (readonly [charset: string, language: string])[] = [
  ['windows-1252', 'fr'],
  ['iso-8859-2', 'pl'],
  ['windows-1250', 'cs'],
  ['windows-1251', 'ru'],
  ['koi8-r', 'ru'],
  ['koi8-u', 'uk'],
  ['iso-8859-5', 'bg'],
  ['windows-1253', 'el'],
  ['windows-1254', 'tr'],
  ['windows-1255', 'he'],
  ['windows-1256', 'ar'],
  ['windows-874', 'th'],
  ['gb18030', 'zh'],
  ['big5', 'zh-hant'],
  ['euc-jp', 'ja'],
  ['shift_jis', 'ja'],
  ['iso-2022-jp', 'ja'],
  ['euc-kr', 'ko'],
];

const multibyte = new Set(['gb18030', 'big5', 'euc-jp', 'iso-2022-jp', 'shift_jis', 'euc-kr']);
/** Those that can be told from the bytes alone. */
const telling = new Set(['windows-1251', 'koi8-r', 'windows-1253', ...multibyte]);
/** Its bytes are valid UTF-8: who calls them that is believed. */
const sevenBit = 'iso-2022-jp';

/** Pages in every charset: named by the header, by the page, by nobody, and wrongly. */
export function charsets(domain: string): HostileSite[] {
  const cases = [...legacy.flatMap(([charset, language]) => legacyCases(charset, language)), ...unicodeCases()];
  return cases.map(({ name, does, language, header, meta, bytes }) => {
    const type = header === undefined ? 'text/html' : `text/html; charset=${header}`;
    const head = meta === undefined ? '' : `<meta charset=${meta}>`;
    const promised = { pages: ['/'], titles: { '/': `${sentences[language]} 1` } };
    return oneHost(`${name.replace('_', '-')}.charset.${domain}`, does, promised, ({ host }, reply) =>
      reply.send({ headers: { 'Content-Type': type }, body: bytes(pageIn(language, 1, host, '', head)) }),
    );
  });
}

function legacyCases(charset: string, language: string): Case[] {
  const bytes = (page: string) => encoded(page, charset);
  const all: Case[] = [
    { name: `${charset}-header`, does: `a header that says ${charset}`, language, header: charset, bytes },
    { name: `${charset}-meta`, does: `a page that says ${charset}`, language, meta: charset, bytes },
  ];
  if (telling.has(charset)) all.push({ name: `${charset}-unsaid`, does: `nobody says ${charset}`, language, bytes });
  if (telling.has(charset) && charset !== sevenBit)
    all.push({ name: `${charset}-wrong`, does: `${charset} is called UTF-8`, language, header: 'utf-8', bytes });
  return all;
}

function unicodeCases(): Case[] {
  const utf8 = (page: string) => Buffer.from(page);
  const utf16 = (page: string) => Buffer.from(page, 'utf16le');
  const marked = (page: string) => `\ufeff${page}`;
  return [
    { name: 'utf-8-unsaid', does: 'nobody says UTF-8', language: 'el', bytes: utf8 },
    { name: 'utf-8-as-latin', does: 'UTF-8 is called Latin', language: 'fr', header: 'iso-8859-1', bytes: utf8 },
    { name: 'utf-8-as-nonsense', does: 'UTF-8 is called nonsense', language: 'hi', header: 'x-klingon', bytes: utf8 },
    { name: 'utf-8-as-utf-7', does: 'UTF-8 is called UTF-7', language: 'ka', header: 'utf-7', bytes: utf8 },
    {
      name: 'contradicted',
      does: 'a page against its header',
      language: 'ru',
      header: 'utf-8',
      meta: 'koi8-r',
      bytes: utf8,
    },
    {
      name: 'marked',
      does: 'a mark against the header',
      language: 'ja',
      header: 'euc-jp',
      bytes: (page) => utf8(marked(page)),
    },
    { name: 'utf-16-marked', does: 'UTF-16 with a mark', language: 'am', bytes: (page) => utf16(marked(page)) },
    {
      name: 'utf-16-big',
      does: 'UTF-16 the other way round',
      language: 'hy',
      bytes: (page) => utf16(marked(page)).swap16(),
    },
    { name: 'utf-16-said', does: 'UTF-16 by its header', language: 'ta', header: 'utf-16le', bytes: utf16 },
  ];
}

function encoded(text: string, charset: string): Uint8Array {
  return multibyte.has(charset) ? createMultibyteEncoder(charset)(text) : createSinglebyteEncoder(charset)(text);
}
