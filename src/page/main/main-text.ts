import type { Laid } from './block-features.js';
import { mainTextModel } from './main-text-model.js';

/** A sign at the end of a heading that links to itself. */
const PERMALINK = /[ \t]*¶$/gm;

/**
 * For each block 1 when it is main text, else 0. Where none is, the page has nothing to tell apart: all of it is. So is all of a document
 * without elements, such as a plain text.
 */
export function mainBlocks(page: Laid): Uint8Array {
  if (page.places.length === 0) return new Uint8Array(page.blocks.length).fill(1);
  const verdicts = mainTextModel().judge(page);
  const kept = Uint8Array.from(verdicts, (odds) => (odds > 0 ? 1 : 0));
  return kept.includes(1) ? kept : kept.fill(1);
}

/** The text without navigation, notices and teasers, one line for each block. */
export function mainText(page: Laid): string {
  const { text, blocks } = page;
  const kept = mainBlocks(page);
  let main = '';
  for (let i = 0; i < blocks.length; i++) {
    if (!kept[i]) continue;
    const { start } = blocks[i]!;
    while (i + 1 < blocks.length && kept[i + 1]) i++;
    main += `${main === '' ? '' : '\n'}${text.slice(start, blocks[i]!.end)}`;
  }
  return main.replace(PERMALINK, '');
}
