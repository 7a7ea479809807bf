import { inertLine } from '../../../page/inert-line.js';
import { matchEnd, matchStart } from '../../../search/snippets.js';
import type { MarkedPiece, MarkedText } from '../../api/text.js';

const mostPieces = 200;

/** Text with matches between two characters for private use, in pieces. Each piece is inert by itself. */
export function markedText(text: string): MarkedText {
  const pieces: MarkedPiece[] = [];
  for (const [place, part] of text.split(matchStart).entries()) {
    const [first = '', ...rest] = part.split(matchEnd);
    const [matched, plain] = place === 0 ? ['', part.replaceAll(matchEnd, '')] : [first, rest.join('')];
    for (const [piece, isMatch] of [
      [matched, true],
      [plain, false],
    ] as const)
      if (piece !== '') pieces.push({ text: spaced(piece), ...(isMatch && { match: true as const }) });
    if (pieces.length >= mostPieces) break;
  }
  return pieces;
}

/** Spaces at the ends are what keeps pieces apart. */
function spaced(piece: string): string {
  const inert = inertLine(piece, 1_000);
  return `${/^\s/.test(piece) ? ' ' : ''}${inert}${/\s$/.test(piece) && inert !== '' ? ' ' : ''}`;
}
