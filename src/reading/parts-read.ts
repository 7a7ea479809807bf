import type { Link, Page, PagePart } from '../model/page.js';

/** The page without the texts that nobody reads: as it comes from a thread, so that the number of threads makes no difference. */
export function partsRead(page: Page, reads: readonly PagePart[] = []): Page {
  const [context, path] = [reads.includes('context'), reads.includes('path')];
  const links = page.links.map(
    (link): Link => ({ ...link, context: context ? link.context : '', path: path ? link.path : '' }),
  );
  return { ...page, ...textsOf(page, reads), links };
}

/** The texts of the page itself that are read; '' for the others. */
export function textsOf({ text, mainText }: Page, reads: readonly PagePart[]): Pick<Page, 'text' | 'mainText'> {
  return { text: reads.includes('text') ? text : '', mainText: reads.includes('mainText') ? mainText : '' };
}
