import { existsSync } from 'node:fs';
import path from 'node:path';
import { messageOf, UsageError } from '../failure.js';
import { PageIndex, searchIndexName } from './page-index.js';

/** Opens the search index of a crawl, or makes one. */
export function openIndex(folder: string, language: string): PageIndex {
  try {
    return PageIndex.open(folder, language);
  } catch (thrown) {
    throw new UsageError(
      'no-search-index',
      `The search index of ${folder} cannot be opened (${messageOf(thrown)}); ${openingRemedy(folder)}.`,
      { folder },
    );
  }
}

/** An index that is there may be damaged. Where none could be made, no other place would take it either. */
function openingRemedy(folder: string): string {
  return existsSync(path.join(folder, searchIndexName))
    ? `delete ${searchIndexName} in that folder to rebuild it`
    : 'free some disk space there, or in the temporary folder';
}
