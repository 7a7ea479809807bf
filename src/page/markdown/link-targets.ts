import { parsedUrl } from '../../url/parsed-url.js';

/** Where a link in a text may lead. `javascript:` would be run by whoever shows it, `data:` can be a page, `file:` is the reader's own. */
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const LONGEST = 2_000;

/** An address whole and in characters that end nothing; undefined where none can be followed from elsewhere. */
export function linkTarget(written: string, base: string): string | undefined {
  const trimmed = written.trim();
  if (trimmed.startsWith('#')) return undefined;
  const target = parsedUrl(trimmed, base);
  if (target === undefined || !SCHEMES.has(target.protocol) || target.href.length > LONGEST) return undefined;
  return target.href.replace(/[\s()<>[\]"'`\\|*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
