import { Failure } from '../failure.js';
import type { Page } from '../model/page.js';
import type { CollectOptions } from '../page/html/html-collector.js';
import { collectPdf } from '../page/pdf/collect-pdf.js';
import {
  type CollectedPage,
  collectOptions,
  collectPage,
  mediaType,
  type PageInput,
  pageOf,
  type ReadOptions,
} from './read-page.js';

/** First bytes of what is not text, whatever its server calls it: ZIP, PNG, GIF, JPEG, gzip, WebAssembly. */
const BINARY = ['504b0304', '89504e47', '47494638', 'ffd8ff', '1f8b08', '0061736d'];
const PDF = '%PDF-';
const TEXT_TYPE =
  /^text\/|[/+](?:xml|json|xhtml|html|javascript|yaml)$|^application\/(?:x-)?(?:xml|json|javascript|yaml|sgml)\b/;

/**
 * Turns the bytes of a document into a Page: a PDF, or else a text. Throws a `Failure` where it can be neither; what is not text is never
 * handed on as text.
 */
export async function readDocument(input: PageInput, options: ReadOptions): Promise<Page> {
  return pageOf(input, await collectDocument(input, collectOptions(options)), options);
}

export async function collectDocument(input: PageInput, options: CollectOptions = {}): Promise<CollectedPage> {
  const { body } = input;
  const contentType = mediaType(input.contentType);
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 8));
  if (contentType === 'application/pdf' || head.toString('latin1').startsWith(PDF)) {
    return { collected: await collectPdf(body), contentType: 'application/pdf', charset: '' };
  }
  const start = head.toString('hex');
  if (!TEXT_TYPE.test(contentType) || BINARY.some((signature) => start.startsWith(signature))) {
    throw new Failure('not-text', `${contentType} is not a text that can be read.`, 'skip', { contentType });
  }
  return collectPage(input, options);
}
