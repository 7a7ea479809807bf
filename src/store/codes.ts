import type { UrlState } from '../model/crawl-store.js';
import type { RequestKind } from '../model/frontier.js';

/** `url.state` is an index into these. */
export const urlStates: readonly UrlState[] = ['queued', 'visited', 'rejected', 'expired'];
/** `frontier.kind` and `visit.kind` are indexes into these. */
export const kinds: readonly RequestKind[] = ['page', 'sitemap', 'revisit'];
