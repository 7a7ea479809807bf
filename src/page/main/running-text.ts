import { Content } from '../html/html-tags.js';
import type { Laid } from './block-features.js';

/** A block of this length is prose rather than a label: about fifteen words. */
const PROSE = 90;
const MOSTLY_LINKS = 0.5;
/** More than anybody needs to tell a language. */
const ENOUGH = 2_000;

/** Some of the prose of a page, found by a glance at its blocks; all the text where it has none. */
export function runningText({ text, blocks, places }: Pick<Laid, 'text' | 'blocks' | 'places'>): string {
  let sample = '';
  for (const { start, end, linked, place } of blocks) {
    if (end - start < PROSE || linked > MOSTLY_LINKS * (end - start)) continue;
    if (place >= 0 && (places[place]!.content & Content.Furniture) !== 0) continue;
    sample += `${text.slice(start, end)}\n`;
    if (sample.length > ENOUGH) break;
  }
  return sample === '' ? text : sample;
}
