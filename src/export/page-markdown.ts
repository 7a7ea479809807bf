import { htmlToMarkdown, type TransformPlugin } from '@mdream/js';
import { decodeBody } from '../page/charset.js';
import { oneLine, withoutControls } from '../page/one-line.js';
import type { PageInput } from '../reading/read-page.js';
import { parsedUrl } from '../url/parsed-url.js';
import { inertMarkdown } from './inert-markdown.js';

/** Where a link in a text may lead, see `inertMarkdown`. */
const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const longestAttribute = 10_000;

/** A page as Markdown, finished and inert. */
export function pageMarkdown({ url, body, contentType }: PageInput): string {
  const html = decodeBody(body, contentType).text;
  const written = withoutControls(htmlToMarkdown(html, { origin: url, hooks: [plainAttributes(url)] }));
  return inertMarkdown(written.trim());
}

/** Attributes come on one line, and links whole, in characters that end nothing. */
function plainAttributes(base: string): TransformPlugin {
  return {
    processAttributes({ attributes }) {
      for (const [name, value] of Object.entries(attributes)) attributes[name] = oneLine(value, longestAttribute);
      delete attributes.title;
      for (const name of ['href', 'src']) {
        const target = targetOf(attributes[name], base);
        if (target === undefined) delete attributes[name];
        else attributes[name] = target;
      }
    },
  };
}

function targetOf(written: string | undefined, base: string): string | undefined {
  const target = written === undefined ? undefined : parsedUrl(written, base);
  if (target === undefined || !schemes.has(target.protocol)) return undefined;
  return target.href.replace(/[\s()<>[\]"'`\\|]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
