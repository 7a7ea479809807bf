import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf, UsageError } from '../../failure.js';
import type { CrawlMetrics } from './crawl-metrics.js';
import { exposition, expositionType } from './exposition.js';

export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the figures of a crawl at `/metrics` until it is closed. Throws `UsageError` where the address cannot be had. */
export async function serveMetrics(
  metrics: CrawlMetrics,
  { address, port }: { readonly address: string; readonly port: number },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405, 'Only GET.\n');
    if (request.url?.split('?', 1)[0] !== '/metrics') return end(response, 404, 'The figures are at /metrics.\n');
    metrics.collect().then(
      (all) => end(response, 200, exposition(all), expositionType),
      (thrown) => end(response, 500, `${messageOf(thrown)}\n`),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (thrown) =>
      reject(
        new UsageError(
          'metrics-address',
          `Cannot listen at ${address}:${port} (${messageOf(thrown)}); give another address with --metrics.`,
          { address, port },
        ),
      ),
    );
    server.listen(port, address, resolve);
  });
  // Whoever watches does not keep the crawl from ending.
  server.unref();
  const { address: host, port: given, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${host}]` : host}:${given}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function end(response: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  response.end(body);
}
