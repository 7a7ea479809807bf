/** Ceilings on what one page may cost, whatever its author sends. All lengths are in UTF-16 code units. */

/** Distinct link targets kept of a page; the largest honest indexes and sitemaps in HTML stay below this. */
export const MAX_LINKS = 2_000;

/** Link elements looked at before merging: honest pages repeat a target a few times, link farms never end. */
export const MAX_LINK_ELEMENTS = 10_000;

/** Visible text kept: about a long novel. Terms of more would change no judgement and cost a tenth of a second. */
export const MAX_TEXT = 1 << 20;

/** Most blocks of a main text; everything after the last one is judged with it. */
export const MAX_BLOCKS = 20_000;

/** Open elements remembered. Browsers flatten at 512; pages that people wrote stay below 100. */
export const MAX_DEPTH = 256;

export const MAX_TITLE = 500;
export const MAX_AUTHOR = 200;

/** Anchor text says what a target is about in a few words; longer ones wrap whole articles into a link. */
export const MAX_ANCHOR = 300;

/** Longest sentence around a link; longer runs without a full stop are cut around the link at a word. */
export const MAX_CONTEXT = 500;

/** Elements in a tag path, nearest to the link first: enough to tell a menu from a paragraph in any template. */
export const MAX_PATH_ELEMENTS = 12;
export const MAX_PATH = 200;

/** Longer structured data holds catalogues rather than the date and author of an article. */
export const MAX_JSON_LD = 64 * 1024;

/** Pages of a PDF that are read: more than nearly all books have. */
export const MAX_PDF_PAGES = 2_000;

/** Memory that PDFium may take for one document, in bytes. */
export const MAX_PDF_MEMORY = 256 << 20;
