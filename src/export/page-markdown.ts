import { InlineMarks } from '../page/html/inline-marks.js';
import { baseOf } from '../page/html/page-links.js';
import { withHeadline } from '../page/main/headline.js';
import { mainBlocks } from '../page/main/main-text.js';
import type { MarkdownOptions } from '../page/markdown/inline-markdown.js';
import { markdownOf } from '../page/markdown/markdown-of.js';
import { withoutControls } from '../page/one-line.js';
import { collectDocument } from '../reading/read-document.js';
import type { PageInput } from '../reading/read-page.js';
import { inertMarkdown } from './inert-markdown.js';

/** The main text of a page as Markdown that is safe to show, with links whole. */
export async function pageMarkdown(page: PageInput, options: MarkdownOptions = {}): Promise<string> {
  const { collected } = await collectDocument(page, { marks: true });
  const marked = { ...collected, marks: collected.marks ?? new InlineMarks() };
  const kept = withHeadline(collected, mainBlocks(collected));
  const base = baseOf(page.url, collected.base).toString();
  return inertMarkdown(withoutControls(markdownOf(marked, kept, base, options)));
}
