import { textHash } from '../url/hash64.js';

/**
 * 64-bit fingerprint of a page in 16 hex digits: its visible text, white space already normalised, and the targets of
 * its links. Targets count because pages that share a frame of text but lead elsewhere are not copies.
 */
export function fingerprint(text: string, targets: readonly { readonly url: string }[]): string {
  let links = '';
  for (const { url } of targets) links += `${url}\n`;
  return textHash(links, text);
}
