import type { Bodies } from '../archive/bodies/bodies.js';
import { mainText } from '../page/main/main-text.js';
import { type Archived, archivedResponse } from './archived-response.js';
import { pageInputOf } from './page-input.js';
import { collectDocument } from './read-document.js';
import type { PageInput } from './read-page.js';

/** Far above any page limit: what was archived once must be readable. */
export const maxArchivedBytes = 1 << 30;

/** Text for people does not depend on the topic: no terms are counted that anyone would see. */
export const plainReading = { language: 'en', stem: false, phrases: [], detectLanguage: false } as const;

/** The text of a page without its navigation. Throws a `Failure` where the archive does not have it. */
export async function archivedMainText(bodies: Bodies, row: Archived): Promise<string> {
  return mainText((await collectDocument(await archivedPage(bodies, row), { paths: false })).collected);
}

/** A document of the crawl as it was read: as it was received, or as a browser made it of that. */
export async function archivedPage(bodies: Bodies, row: Archived): Promise<PageInput> {
  return pageInputOf(row.url, await archivedResponse(bodies, row), maxArchivedBytes);
}
