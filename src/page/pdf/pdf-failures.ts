import { Failure } from '../../failure.js';

/** Why a PDF could not be read, by its code. */
const messages = {
  'pdf-reader-missing': 'PDFs need the package @hyzyla/pdfium: npm install @hyzyla/pdfium',
  'pdf-encrypted': 'The PDF needs a password.',
  'pdf-broken': 'The PDF is damaged.',
  'pdf-too-large': 'The PDF needs more memory than one may take.',
} as const;

export function pdfFailure(code: keyof typeof messages, cause?: unknown): Failure {
  return new Failure(code, messages[code], 'skip', {}, cause);
}
