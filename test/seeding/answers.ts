import type { SitePage } from '../site.js';

/** An answer of an API. */
export function json(answer: unknown): SitePage {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  };
}

export interface Result {
  readonly url: string;
  readonly title?: string;
}

/** A SearXNG instance that finds the same whatever is asked: one page of results, the next ones are empty. */
export function searxngAnswers(results: readonly Result[]): (path: string) => SitePage | undefined {
  return (path) => {
    const { pathname, searchParams } = new URL(path, 'http://any.test');
    if (pathname !== '/search' || searchParams.get('format') !== 'json') return undefined;
    return json({ results: searchParams.get('pageno') === '1' ? results : [], unresponsive_engines: [] });
  };
}

/** Web search of Brave, for those who have the key. */
export function braveAnswers(results: readonly Result[], key: string): (path: string) => SitePage | undefined {
  return (path) => {
    if (!path.startsWith('/web/search?')) return undefined;
    return (request, response) => {
      if (request.headers['x-subscription-token'] !== key) {
        response.writeHead(422).end(JSON.stringify({ error: { code: 'SUBSCRIPTION_TOKEN_INVALID' } }));
        return;
      }
      const answer = { type: 'search', query: { more_results_available: false }, web: { results } };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    };
  };
}
