import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeBody } from '../../src/page/charset.js';

const ascii = (text: string): number[] => [...Buffer.from(text, 'latin1')];
const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? ascii(part) : part)));

const PRIVET_KOI8 = [0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4];
const NIHON_SJIS = [0x93, 0xfa, 0x96, 0x7b];

const cases: [behaviour: string, body: Uint8Array, contentType: string | undefined, text: string, charset: string][] = [
  ['plain ASCII needs no declaration', bytes('hello'), undefined, 'hello', 'utf-8'],
  ['an empty body is empty text', bytes(), 'text/html', '', 'utf-8'],
  ['UTF-8 is recognised', bytes('caf', [0xc3, 0xa9]), undefined, 'café', 'utf-8'],
  ['a UTF-8 mark is dropped', bytes([0xef, 0xbb, 0xbf], 'x'), 'text/html; charset=koi8-r', 'x', 'utf-8'],
  [
    'a UTF-16LE mark wins over the header',
    bytes([0xff, 0xfe, 0x68, 0, 0x69, 0]),
    'text/html; charset=utf-8',
    'hi',
    'utf-16le',
  ],
  ['a UTF-16BE mark is followed', bytes([0xfe, 0xff, 0, 0x68, 0, 0x69]), undefined, 'hi', 'utf-16be'],
  ['UTF-16 may be declared by the header', bytes([0x68, 0, 0x69, 0]), 'text/html; charset=UTF-16LE', 'hi', 'utf-16le'],
  [
    'latin1 means windows-1252',
    bytes([0x93], 'caf', [0xe9, 0x94, 0x80]),
    'text/html; charset=ISO-8859-1',
    '“café”€',
    'windows-1252',
  ],
  ['labels may be quoted', bytes([0xe9]), 'text/html; charset="windows-1252"', 'é', 'windows-1252'],
  [
    'the header wins over the meta tag',
    bytes('<meta charset=koi8-r>', [0xe9, 0x20]),
    'text/html;charset=latin1',
    '<meta charset=koi8-r>é ',
    'windows-1252',
  ],
  [
    'a meta charset is found',
    bytes('<meta charset="koi8-r">', PRIVET_KOI8),
    'text/html',
    '<meta charset="koi8-r">Привет',
    'koi8-r',
  ],
  [
    'an http-equiv charset is found',
    bytes('<META HTTP-EQUIV=Content-Type CONTENT="text/html; charset=Shift_JIS">', NIHON_SJIS),
    undefined,
    '<META HTTP-EQUIV=Content-Type CONTENT="text/html; charset=Shift_JIS">日本',
    'shift_jis',
  ],
  [
    'a charset in a comment does not count',
    bytes('<!-- <meta charset=koi8-r> --><meta charset=windows-1251>', [0xcf, 0xf0]),
    undefined,
    '<!-- <meta charset=koi8-r> --><meta charset=windows-1251>Пр',
    'windows-1251',
  ],
  [
    'an XML declaration is followed',
    bytes('<?xml version="1.0" encoding="koi8-r"?>', PRIVET_KOI8),
    undefined,
    '<?xml version="1.0" encoding="koi8-r"?>Привет',
    'koi8-r',
  ],
  [
    'a meta tag that can be read cannot be UTF-16',
    bytes('<meta charset=utf-16>', [0xc3, 0xa9]),
    undefined,
    '<meta charset=utf-16>é',
    'utf-8',
  ],
  [
    'an unknown label falls back on the bytes',
    bytes('caf', [0xc3, 0xa9]),
    'text/html; charset=nonsense',
    'café',
    'utf-8',
  ],
  [
    'refused encodings fall back on the bytes',
    bytes('caf', [0xc3, 0xa9]),
    'text/html; charset=hz-gb-2312',
    'café',
    'utf-8',
  ],
  [
    'UTF-8 under the label latin1 is still UTF-8',
    bytes('na', [0xc3, 0xaf], 've'),
    'text/html; charset=iso-8859-1',
    'naïve',
    'utf-8',
  ],
  [
    'latin1 under the label UTF-8 is still latin1',
    bytes('d', [0xe9], 'j', [0xe0], ' vu'),
    'text/html; charset=utf-8',
    'déjà vu',
    'windows-1252',
  ],
  [
    'ISO-2022-JP is ASCII with escapes',
    bytes([0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42]),
    'text/html; charset=iso-2022-jp',
    '日本',
    'iso-2022-jp',
  ],
];

describe('charset', () => {
  for (const [behaviour, body, contentType, text, charset] of cases) {
    test(behaviour, () => {
      const { source: _, ...decoded } = decodeBody(body, contentType);
      assert.deepEqual(decoded, { text, charset });
    });
  }

  test('what told the charset is told', () => {
    const cases: [body: Uint8Array, contentType: string | undefined, source: string][] = [
      [bytes([0xef, 0xbb, 0xbf], 'x'), 'text/html; charset=koi8-r', 'bom'],
      [bytes('<meta charset=koi8-r>', [0xe9, 0x20]), 'text/html; charset=latin1', 'header'],
      [bytes('ASCII'), 'text/html; charset=utf-8', 'header'],
      [bytes('<meta charset=koi8-r>', PRIVET_KOI8), 'text/html', 'meta'],
      [bytes('<?xml version="1.0" encoding="koi8-r"?>', PRIVET_KOI8), undefined, 'xml'],
      [bytes('<meta charset=koi8-r>ASCII'), undefined, 'ascii'],
      [bytes('caf', [0xc3, 0xa9]), 'text/html', 'guess'],
      // The header is evidently wrong: the bytes are UTF-8, or are not.
      [bytes('caf', [0xc3, 0xa9]), 'text/html; charset=iso-8859-1', 'guess'],
      [bytes('caf', [0xe9], ' caf', [0xe9], ' '), 'text/html; charset=utf-8', 'guess'],
    ];
    for (const [body, contentType, source] of cases)
      assert.equal(decodeBody(body, contentType).source, source, contentType);
  });

  test('one broken character does not change a charset that fits otherwise', () => {
    const body = bytes([...Buffer.from('Žluťoučký kůň úpěl ďábelské ódy', 'utf8')], [0xc3]);
    const { text, charset } = decodeBody(body, 'text/html; charset=utf-8');
    assert.equal(charset, 'utf-8');
    assert.equal(text, 'Žluťoučký kůň úpěl ďábelské ódy\ufffd');
  });

  test('undeclared Russian is told by its letters', () => {
    // "москва столица россии и один из самых больших городов мира" in KOI8-R.
    const sentence =
      'cdcfd3cbd7c120d3d4cfccc9c3c120d2cfd3d3c9c920c920cfc4c9ce20c9da20d3c1cdd9c820c2cfccd8dbc9c820c7cfd2cfc4cfd720cdc9d2c120';
    const { text, charset } = decodeBody(Buffer.from(sentence.repeat(4), 'hex'), 'text/html');
    assert.equal(charset, 'koi8-r');
    assert.ok(text.startsWith('москва столица россии'));
  });

  test('markup around the text does not hide its charset', () => {
    const body = Buffer.from(
      `<html>${'<div class="article content">'.repeat(200)}<p>Le château où naquit l'élève était situé près de la forêt.</p>`,
      'latin1',
    );
    assert.equal(decodeBody(body, undefined).charset, 'windows-1252');
  });
});
