import type { Transport, TransportRequest } from '../download/transport.js';
import { Failure } from '../failure.js';
import type { SharedCrawl } from '../model/shared-crawl.js';

/** Sends nothing where others may have taken over the hosts of this worker: the lease is looked at right before a request is sent. */
export function leasedTransport(transport: Transport, shared: Pick<SharedCrawl, 'holdsLease'>): Transport {
  const leased: Transport = {
    async fetch(request: TransportRequest) {
      if (!shared.holdsLease())
        throw new Failure('lease-lapsed', 'The lease of this worker was not renewed in time.', 'retry', {
          url: request.url,
        });
      return transport.fetch(request);
    },
    close: () => transport.close(),
  };
  return transport.addressOf === undefined
    ? leased
    : { ...leased, addressOf: (url: string) => transport.addressOf!(url) };
}
