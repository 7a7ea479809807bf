import { Failure } from '../../failure.js';
import { MAX_PDF_MEMORY } from '../page-limits.js';
import { pdfFailure } from './pdf-failures.js';
import { newPdfium, type Pdfium } from './pdfium.js';

/** Of `FPDF_GetLastError`. */
const [PASSWORD, SECURITY] = [4, 5];
const LONGEST_URL = 4_096;
const LONGEST_FACT = 2_000;
/** Links looked at on one page. */
const MOST_LINKS = 1_000;

export interface PdfLink {
  readonly url: string;
  /** The text in its rectangle. */
  readonly anchor: string;
}

export interface PdfPage {
  readonly text: string;
  readonly links: readonly PdfLink[];
}

/** A PDF that is open. Whatever PDFium runs into ends as a `Failure`. */
export class PdfDocument {
  private constructor(
    private readonly pdfium: Pdfium,
    private readonly document: number,
  ) {}

  /** Throws `pdf-encrypted`, `pdf-broken`, `pdf-too-large` or `pdf-reader-missing`. */
  static async open(bytes: Uint8Array): Promise<PdfDocument> {
    const pdfium = await newPdfium();
    return guarded(pdfium, () => {
      const pointer = allocated(pdfium, bytes.length);
      pdfium.HEAPU8.set(bytes, pointer);
      const document = pdfium._FPDF_LoadMemDocument(pointer, bytes.length, 0);
      if (document !== 0) return new PdfDocument(pdfium, document);
      const error = pdfium._FPDF_GetLastError();
      throw pdfFailure(error === PASSWORD || error === SECURITY ? 'pdf-encrypted' : 'pdf-broken');
    });
  }

  get pageCount(): number {
    return guarded(this.pdfium, () => this.pdfium._FPDF_GetPageCount(this.document));
  }

  /** A field of the information dictionary, such as `Title`; '' where it is absent. */
  fact(name: 'Title' | 'Author' | 'CreationDate' | 'ModDate'): string {
    const { pdfium, document } = this;
    return guarded(pdfium, () => {
      const tag = allocated(pdfium, name.length + 1);
      pdfium.HEAPU8.set(Buffer.from(`${name}\0`, 'latin1'), tag);
      const text = utf16(pdfium, LONGEST_FACT, (buffer, bytes) => {
        return pdfium._FPDF_GetMetaText(document, tag, buffer, bytes) / 2 - 1;
      });
      pdfium.wasmExports.free(tag);
      return text;
    });
  }

  /** The text and the links of a page, from 0; undefined for one that cannot be read. At most `limit` characters. */
  page(index: number, limit: number): PdfPage | undefined {
    const { pdfium, document } = this;
    return guarded(pdfium, () => {
      const page = pdfium._FPDF_LoadPage(document, index);
      if (page === 0) return undefined;
      const textPage = pdfium._FPDFText_LoadPage(page);
      if (textPage === 0) return { text: '', links: [] };
      const count = Math.min(Math.max(0, pdfium._FPDFText_CountChars(textPage)), limit);
      const text = utf16(pdfium, count + 1, (buffer) => pdfium._FPDFText_GetText(textPage, 0, count, buffer) - 1);
      const links = [...this.annotatedLinks(page, textPage), ...this.writtenLinks(textPage)];
      pdfium._FPDFText_ClosePage(textPage);
      pdfium._FPDF_ClosePage(page);
      return { text, links };
    });
  }

  /** Those that a reader can click. */
  private *annotatedLinks(page: number, textPage: number): Generator<PdfLink> {
    const { pdfium, document } = this;
    const place = allocated(pdfium, 24);
    words(pdfium)[place >> 2] = 0;
    for (let i = 0; i < MOST_LINKS && pdfium._FPDFLink_Enumerate(page, place, place + 4); i++) {
      const link = words(pdfium)[(place + 4) >> 2]!;
      const action = pdfium._FPDFLink_GetAction(link);
      if (action === 0) continue;
      const buffer = allocated(pdfium, LONGEST_URL);
      const length = pdfium._FPDFAction_GetURIPath(document, action, buffer, LONGEST_URL);
      const url =
        length > LONGEST_URL
          ? ''
          : Buffer.from(pdfium.HEAPU8.subarray(buffer, buffer + Math.max(0, length - 1))).toString();
      pdfium.wasmExports.free(buffer);
      if (url === '') continue;
      const anchor = pdfium._FPDFLink_GetAnnotRect(link, place + 8) ? this.textWithin(textPage, place + 8) : '';
      yield { url, anchor };
    }
    pdfium.wasmExports.free(place);
  }

  /** `rectangle`: pointer to left, top, right and bottom. */
  private textWithin(textPage: number, rectangle: number): string {
    const { pdfium } = this;
    const sides = new Float32Array(pdfium.HEAPU8.buffer, rectangle, 4);
    const [left, top, right, bottom] = [sides[0]!, sides[1]!, sides[2]!, sides[3]!];
    return utf16(pdfium, LONGEST_FACT, (buffer, bytes) =>
      pdfium._FPDFText_GetBoundedText(textPage, left, top, right, bottom, buffer, bytes / 2),
    );
  }

  /** Addresses that are only written. */
  private *writtenLinks(textPage: number): Generator<PdfLink> {
    const { pdfium } = this;
    const found = pdfium._FPDFLink_LoadWebLinks(textPage);
    if (found === 0) return;
    const count = Math.min(pdfium._FPDFLink_CountWebLinks(found), MOST_LINKS);
    for (let i = 0; i < count; i++) {
      const url = utf16(
        pdfium,
        LONGEST_URL,
        (buffer, bytes) => pdfium._FPDFLink_GetURL(found, i, buffer, bytes / 2) - 1,
      );
      if (url !== '') yield { url, anchor: url };
    }
    pdfium._FPDFLink_CloseWebLinks(found);
  }
}

function words({ HEAPU8 }: Pdfium): Int32Array {
  return new Int32Array(HEAPU8.buffer);
}

function allocated(pdfium: Pdfium, bytes: number): number {
  const pointer = pdfium.wasmExports.malloc(Math.max(1, bytes));
  if (pointer === 0) throw pdfFailure('pdf-too-large');
  return pointer;
}

/** Text of at most `units` UTF-16 units; `fill` writes it and returns how many there are. */
function utf16(pdfium: Pdfium, units: number, fill: (buffer: number, bytes: number) => number): string {
  const buffer = allocated(pdfium, 2 * units + 2);
  const length = Math.min(Math.max(0, fill(buffer, 2 * units)), units);
  const text = Buffer.from(pdfium.HEAPU8.subarray(buffer, buffer + 2 * length)).toString('utf16le');
  pdfium.wasmExports.free(buffer);
  return text;
}

/** An instance that trapped must not be used again: it belongs to the document, and goes with it. */
function guarded<T>(pdfium: Pdfium, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof Failure) throw thrown;
    const isFull = pdfium.HEAPU8.length > 0.7 * MAX_PDF_MEMORY;
    throw pdfFailure(isFull ? 'pdf-too-large' : 'pdf-broken', thrown);
  }
}
