import { type Node, Parser } from 'commonmark';

/** What a CommonMark reader finds in a document that a page must not bring in. */
export function liveParts(document: string): string[] {
  const live: string[] = [];
  const walker = new Parser().parse(document).walker();
  for (let step = walker.next(); step !== null; step = walker.next()) {
    const { type, destination, literal }: Node = step.node;
    if (type === 'html_inline' || type === 'html_block') live.push(literal ?? '');
    if (destination && !/^(?:https?:\/\/|mailto:|tel:)/i.test(destination)) live.push(destination);
  }
  return live;
}
