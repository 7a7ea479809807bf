import type { Block } from './html/text-blocks.js';

/** A block of this length is prose rather than a label: about fifteen words. */
const LONG = 90;
/** Share of anchor text above which a long block is a list of links. */
const MOSTLY_LINKS = 0.5;
/** Short blocks this close before a long one are its headings. */
const HEADING_REACH = 2;

/**
 * The text without boilerplate, by three rules on blocks:
 * 1. furniture (nav, header, footer, aside) and blocks that are mostly anchor text are out;
 * 2. long blocks are in;
 * 3. short blocks take the side of their neighbours: in when the nearest decided blocks before and after are both in,
 *    or when one that is in follows directly (a heading).
 * Where nothing is left, the page has no prose to tell apart (a form, a table, a card): all its text is main text.
 */
export function mainText(text: string, blocks: readonly Block[]): string {
  const kept = decide(blocks);
  let main = '';
  for (let i = 0; i < blocks.length; i++) {
    if (!kept[i]) continue;
    const { start } = blocks[i] as Block;
    while (i + 1 < blocks.length && kept[i + 1]) i++;
    main += `${main === '' ? '' : '\n'}${text.slice(start, (blocks[i] as Block).end)}`;
  }
  return main === '' ? text : main;
}

/** For each block 1 when it stays, 0 when it goes. */
function decide(blocks: readonly Block[]): Uint8Array {
  const kept = new Uint8Array(blocks.length);
  let lastDecided = -1;
  for (let i = 0; i < blocks.length; i++) {
    const verdict = judge(blocks[i] as Block);
    if (verdict === undefined) continue;
    if (verdict) {
      kept[i] = 1;
      const between = lastDecided >= 0 && kept[lastDecided] === 1;
      kept.fill(1, between ? lastDecided + 1 : Math.max(lastDecided + 1, i - HEADING_REACH), i);
    }
    lastDecided = i;
  }
  return kept;
}

function judge({ start, end, linked, furniture }: Block): boolean | undefined {
  const length = end - start;
  if (furniture || linked > length * MOSTLY_LINKS) return false;
  return length >= LONG ? true : undefined;
}
