import type { MarkedText } from '../../api/text.js';
import { visible } from './web-text.js';

/** Text from the web with its matches marked. */
export function Marked({ text }: { readonly text: MarkedText }) {
  return (
    <bdi>
      {text.map((piece, index) => {
        const shown = visible(piece.text);
        return piece.match ? <mark key={index}>{shown}</mark> : shown;
      })}
    </bdi>
  );
}
