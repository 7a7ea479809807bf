import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { decodeContent } from '../../src/download/content-decoding.js';
import { decodeBody } from '../../src/page/charset.js';
import { fuzz, unlessRefused } from './fuzz.js';
import { assertLinear } from './growth.js';
import { mutated } from './mutations.js';

/** One label for each encoding of the Encoding Standard, those that browsers refuse to decode, and labels that are none. */
const labels: readonly string[] = [
  ...[
    'utf-8',
    'ibm866',
    'iso-8859-2',
    'iso-8859-3',
    'iso-8859-4',
    'iso-8859-5',
    'iso-8859-6',
    'iso-8859-7',
    'iso-8859-8',
  ],
  ...[
    'iso-8859-8-i',
    'iso-8859-10',
    'iso-8859-13',
    'iso-8859-14',
    'iso-8859-15',
    'iso-8859-16',
    'koi8-r',
    'koi8-u',
    'macintosh',
  ],
  ...[
    'windows-874',
    'windows-1250',
    'windows-1251',
    'windows-1252',
    'windows-1253',
    'windows-1254',
    'windows-1255',
    'windows-1256',
  ],
  ...[
    'windows-1257',
    'windows-1258',
    'x-mac-cyrillic',
    'gbk',
    'gb18030',
    'big5',
    'euc-jp',
    'iso-2022-jp',
    'shift_jis',
    'euc-kr',
  ],
  ...[
    'utf-16be',
    'utf-16le',
    'utf-16',
    'x-user-defined',
    'replacement',
    'hz-gb-2312',
    'iso-2022-kr',
    'utf-7',
    'utf-32',
    'latin1',
  ],
  ...['', '"', 'constructor', '__proto__', 'utf-8; charset=big5', '\0', 'é', 'ascii', 'x'.repeat(1_000)],
];
const marks = [
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
  [0xff, 0xfe, 0, 0],
  [0x1b, 0x24, 0x42],
  [0x1b, 0x28, 0x4a],
];
const declarations = labels.map((label) => `<meta charset="${label}">`);

describe('the text of a body', () => {
  const halves = fc.uint8Array({ maxLength: 300, min: 0x80 });
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    halves,
    fc.array(fc.constantFrom(...marks.flat(), 0x81, 0x40)),
  );
  const bodies = fc
    .tuple(fc.constantFrom('', ...declarations), fc.constantFrom<readonly number[]>([], ...marks), bytes)
    .map(([declared, mark, rest]) => Uint8Array.of(...mark, ...Buffer.from(declared), ...rest));

  test('is never longer than its bytes, whatever they are and whatever they are said to be', () => {
    for (const label of labels)
      fuzz(12, bodies, (body) => {
        const { text, charset } = decodeBody(body, `text/html; charset=${label}`);
        // One character more at the end: a sequence that breaks off is one that is replaced.
        assert.ok(text.length <= body.length + 1, `${text.length} characters of ${body.length} bytes`);
        assert.match(charset, /^[a-z0-9_-]+$/);
      });
  });

  test('is the same whether or not its bytes begin a buffer of their own', () => {
    fuzz(150, fc.tuple(bodies, fc.constantFrom(...labels)), ([body, label]) => {
      const within = Buffer.concat([Buffer.from('...'), body, Buffer.from('...')]).subarray(3, 3 + body.length);
      assert.deepEqual(decodeBody(within, label), decodeBody(body, label));
    });
  });

  test('takes time in proportion to its bytes', async () => {
    const units = [
      ...marks,
      [0x80],
      [0xff],
      [0x81, 0x30],
      [0xc3, 0xa9],
      [0xe4, 0xb8],
      [0x3c, 0xe9],
      [0x0e, 0xa1],
      ...declarations,
    ];
    for (const [index, unit] of units.entries()) {
      const label = labels[index % labels.length];
      const piece = Buffer.from(unit);
      await assertLinear(
        `${label} ${piece.toString('latin1')}`,
        (scale) => Buffer.alloc(scale * 8_000, piece),
        (body) => [decodeBody(body, `text/html; charset=${label}`), decodeBody(body, undefined)],
      );
    }
  });
});

describe('content encodings', () => {
  const page = Buffer.from(
    `<title>A page</title>${'<p>Some words that repeat themselves, some words that repeat themselves.'.repeat(20)}`,
  );
  const corpus = [
    gzipSync(page),
    deflateSync(page),
    deflateRawSync(page),
    brotliCompressSync(page),
    gzipSync(gzipSync(page)),
    page,
  ];
  const names = fc.constantFrom(
    'gzip',
    'x-gzip',
    'deflate',
    'br',
    'identity',
    'zstd',
    'compress',
    '',
    'GZIP ',
    ',',
    '\0',
  );
  const maxBytes = 3_000;

  test('of damaged bytes are taken off or refused by a documented failure, within the limit', () => {
    const chains = fc.array(names, { maxLength: 5 }).map((chain) => chain.join(', '));
    const bodies = fc.oneof(mutated(corpus, ['\x1f\x8b\b', '\0', '\xff', 'x\x9c']), fc.uint8Array({ maxLength: 100 }));
    fuzz(800, fc.tuple(bodies, chains), ([body, chain]) => {
      const codes = ['bad-encoding', 'body-too-large', 'too-many-encodings'];
      const decoded = unlessRefused(codes, () => decodeContent(body, chain, maxBytes));
      assert.ok((decoded?.length ?? 0) <= maxBytes);
    });
  });
});
