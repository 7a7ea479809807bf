import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { MAX_PDF_MEMORY } from '../page-limits.js';
import { pdfFailure } from './pdf-failures.js';

/** The functions of PDFium that are used, and its memory. Numbers are pointers. */
export interface Pdfium {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc(bytes: number): number; free(pointer: number): void };
  _FPDF_InitLibrary(): void;
  _FPDF_LoadMemDocument(bytes: number, length: number, password: number): number;
  _FPDF_CloseDocument(document: number): void;
  _FPDF_GetLastError(): number;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDF_GetMetaText(document: number, tag: number, buffer: number, length: number): number;
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(textPage: number): void;
  _FPDFText_CountChars(textPage: number): number;
  _FPDFText_GetText(textPage: number, start: number, count: number, buffer: number): number;
  _FPDFText_GetBoundedText(
    textPage: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
    buffer: number,
    length: number,
  ): number;
  _FPDFLink_Enumerate(page: number, position: number, link: number): number;
  _FPDFLink_GetAction(link: number): number;
  _FPDFLink_GetAnnotRect(link: number, rectangle: number): number;
  _FPDFAction_GetURIPath(document: number, action: number, buffer: number, length: number): number;
  _FPDFLink_LoadWebLinks(textPage: number): number;
  _FPDFLink_CountWebLinks(webLinks: number): number;
  _FPDFLink_GetURL(webLinks: number, index: number, buffer: number, length: number): number;
  _FPDFLink_CloseWebLinks(webLinks: number): void;
}

interface Imports {
  readonly env: { emscripten_resize_heap: (bytes: number) => boolean };
}

/** What is used of the global; TypeScript has its types only together with those of browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: Imports) => object;
};

type Loader = (options: object) => Promise<Pdfium>;

let library: { readonly load: Loader; readonly code: object } | undefined;

/**
 * A PDFium of its own for each document: whatever a document does to it, the next one finds it as new, and its memory is given back. Throws
 * `pdf-reader-missing` where the package is not installed.
 */
export async function newPdfium(): Promise<Pdfium> {
  library ??= await loadLibrary();
  const { load, code } = library;
  const pdfium = await load({
    print: () => {},
    printErr: () => {},
    instantiateWasm(imports: Imports, done: (instance: object, module: object) => void) {
      const grow = imports.env.emscripten_resize_heap;
      imports.env.emscripten_resize_heap = (bytes) => bytes >>> 0 <= MAX_PDF_MEMORY && grow(bytes);
      done(new WebAssembly.Instance(code, imports), code);
      return {};
    },
  });
  pdfium._FPDF_InitLibrary();
  return pdfium;
}

async function loadLibrary(): Promise<{ readonly load: Loader; readonly code: object }> {
  try {
    const { PDFiumModule } = (await import('@hyzyla/pdfium')) as unknown as { readonly PDFiumModule: Loader };
    const file = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm');
    return { load: PDFiumModule, code: new WebAssembly.Module(readFileSync(file)) };
  } catch (thrown) {
    if (/^(?:ERR_)?MODULE_NOT_FOUND$/.test(String((thrown as NodeJS.ErrnoException).code))) {
      throw pdfFailure('pdf-reader-missing', thrown);
    }
    throw thrown;
  }
}
