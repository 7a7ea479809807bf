/** A part of a URL that its canonical form writes otherwise; `to` is '' where it was dropped. */
export interface UrlChange {
  readonly part: 'scheme' | 'credentials' | 'host' | 'port' | 'path' | 'query' | 'fragment' | 'url';
  readonly from: string;
  readonly to: string;
}

const PARTS = ['scheme', 'credentials', 'host', 'port', 'path', 'query', 'fragment'] as const;
const URL_PARTS = /^([^:/?#]+):\/\/(?:([^/?#]*)@)?(\[[^\]]*\]|[^/?#:\\]*)(?::(\d*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;

/** What `canonicalUrl` changed, part by part. A URL whose parts cannot be identified is one part as a whole. */
export function urlChanges(written: string, canonical: string): UrlChange[] {
  const [before, after] = [URL_PARTS.exec(written.trim()), URL_PARTS.exec(canonical)];
  if (before === null || after === null)
    return written === canonical ? [] : [{ part: 'url', from: written, to: canonical }];
  return PARTS.flatMap((part, index) => {
    const [from = '', to = ''] = [before[index + 1], after[index + 1]];
    // A password is not for showing, not even to say that it is gone.
    return from === to ? [] : [{ part, from: part === 'credentials' ? 'user name and password' : from, to }];
  });
}
