import type { Transport } from '../src/download/transport.js';
import type { DebianWeb } from './debian-web.js';

/** The Debian web without a network. */
export function debianTransport(web: DebianWeb): Transport {
  return {
    async fetch({ url }) {
      const { hostname, pathname } = new URL(url);
      const answer = web.answer(hostname, pathname);
      const head = { url, httpVersion: '1.1', statusText: '' };
      if (answer.status === 200)
        return { ...head, status: 200, headers: [['Content-Type', 'text/html']], body: answer.body };
      const headers = answer.status === 301 ? ([['Location', answer.location]] as const) : [];
      return { ...head, status: answer.status, headers, body: new Uint8Array(0) };
    },
    close: async () => {},
  };
}
