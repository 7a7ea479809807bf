import type { KnownPage } from '../../model/crawl-store.js';

/** What is selected of a page that is known now. */
export type KnownPageRow = Omit<KnownPage, 'relevant' | 'modifiedAt' | 'isQueued'> & {
  readonly relevant: number;
  readonly modifiedAt: number | null;
  readonly isQueued: number;
};

export function knownPage({ relevant, modifiedAt, isQueued, ...row }: KnownPageRow): KnownPage {
  return {
    ...row,
    relevant: relevant === 1,
    ...(modifiedAt !== null && { modifiedAt }),
    ...(isQueued === 1 && { isQueued: true }),
  };
}
