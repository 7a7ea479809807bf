import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Failure } from '../../../src/failure.js';
import { MAX_PDF_PAGES } from '../../../src/page/page-limits.js';
import { collectPdf } from '../../../src/page/pdf/collect-pdf.js';
import { paragraphs } from '../../../src/page/pdf/paragraphs.js';
import { type MadePdf, madePdf } from './made-pdf.js';

const lines = [
  'Ospreys are fish hawks that dive feet first into',
  'rivers and lakes. They are found on every land',
  'but one.',
  'See http://birds.test/list for all (nearly) birds.',
];
const collected = (made: MadePdf) => collectPdf(madePdf(made));

describe('a PDF', () => {
  test('has title, author, date, paragraphs by page, and links', async () => {
    const info = { Title: 'The osprey (a bird)', Author: 'Anna\tSmith', CreationDate: "D:20240504093000+02'00'" };
    const page = await collected({ pages: [lines, ['Of young birds.']], info, links: ['http://a.test/linked'] });
    const { title, author, published, text } = page;
    assert.deepEqual([title, author, published], ['The osprey (a bird)', 'Anna Smith', '2024-05-04T09:30:00+02:00']);
    const [first, second, third] = text.split('\n');
    assert.match(first!, /^Ospreys are .* feet first into rivers and lakes\. They are found on every land but one\.$/);
    assert.match(second!, /^See http/);
    assert.equal(third, 'Of young birds.');
    assert.deepEqual(
      page.links.map(({ href }) => href),
      ['http://a.test/linked', 'http://birds.test/list'],
    );
    const { start, end } = page.links[1]!;
    assert.equal(text.slice(start, end), 'http://birds.test/list', 'its sentence is that of the text');
  });

  test('is called by its first words where a program named it', async () => {
    const { title } = await collected({ pages: [['On ospreys']], info: { Title: 'Microsoft Word - draft2.doc' } });
    assert.equal(title, 'On ospreys');
  });

  const hostile: Record<string, [made: Uint8Array, code: string]> = {
    'needs a password': [madePdf({ pages: [lines], isEncrypted: true }), 'pdf-encrypted'],
    'is cut off': [madePdf({ pages: [lines] }).slice(0, 500), 'pdf-broken'],
    'is none': [Buffer.from('%PDF-1.7\n<html>'), 'pdf-broken'],
    'is empty': [new Uint8Array(), 'pdf-broken'],
    'takes ever more memory': [madePdf({ pages: [[]], forms: { times: 10, depth: 6 } }), 'pdf-too-large'],
  };
  for (const [what, [made, code]] of Object.entries(hostile)) {
    test(`that ${what} ends as ${code}, and the next is read`, async () => {
      await assert.rejects(collectPdf(made), (failure: Failure) => failure.code === code && failure.policy === 'skip');
      assert.equal((await collected({ pages: [['Well']] })).text, 'Well');
    });
  }

  test('is read to a limit of pages, and however deep its parts are nested', async () => {
    const many = await collected({ pages: Array.from({ length: MAX_PDF_PAGES + 50 }, (_, i) => [`p${i}`]) });
    assert.equal(many.blocks.length, MAX_PDF_PAGES);
    await collected({ pages: [[]], forms: { times: 1, depth: 2_000 } });
  });

  test('without its reader names the package to install', async () => {
    const hook = `export const resolve = (name, context, next) => next(name === "@hyzyla/pdfium" ? "not-installed" : name, context);`;
    const preload = `import { register } from 'node:module'; register("data:text/javascript,${encodeURIComponent(hook)}");`;
    const module = new URL('../../../src/page/pdf/collect-pdf.js', import.meta.url);
    const program = `import { collectPdf } from '${module}'; await collectPdf(new Uint8Array()).catch((thrown) => console.log(thrown.code, thrown.message));`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--import',
      `data:text/javascript,${encodeURIComponent(preload)}`,
      '--input-type=module',
      '--eval',
      program,
    ]);
    assert.match(stdout, /^pdf-reader-missing .*npm install @hyzyla\/pdfium/);
  });
});

test('paragraphs: lines that end early end them; words parted by a hyphen are whole again; scripts without spaces get none', () => {
  assert.deepEqual(
    paragraphs(
      'one two three four fi\u0002\r\nve six seven eight nine\r\nten.\r\nA new one begins here, long\r\nenough.',
    ),
    ['one two three four five six seven eight nine ten.', 'A new one begins here, long enough.'],
  );
  assert.deepEqual(paragraphs('鱼鹰是一种以鱼为食的猛\r\n禽分布在每一个大陆的河\r\n流'), [
    '鱼鹰是一种以鱼为食的猛禽分布在每一个大陆的河流',
  ]);
  assert.deepEqual(paragraphs('• first item of the list\n• second item of the list'), [
    '• first item of the list',
    '• second item of the list',
  ]);
});
