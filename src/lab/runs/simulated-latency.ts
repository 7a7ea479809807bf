import type { Clock } from '../../clock.js';
import type { Transport, TransportRequest, TransportResponse } from '../../download/transport.js';
import { seededRandom } from '../../random.js';
import { urlHash } from '../../url/hash64.js';
import type { Latency } from './assignment.js';

/** Lets the answers of a recorded web take their time, on the clock of the crawl. */
export class SlowTransport implements Transport {
  constructor(
    private readonly transport: Transport,
    private readonly clock: Clock,
    private readonly latency: Latency,
  ) {}

  async fetch(request: TransportRequest): Promise<TransportResponse> {
    await this.clock.sleep(latencyOf(request.url, this.latency), request.signal);
    return this.transport.fetch(request);
  }

  close(): Promise<void> {
    return this.transport.close();
  }
}

/** Log-normal, as answer times of the web roughly are, and the same for a URL whoever asks. */
export function latencyOf(url: string, { medianMs, spread, seed }: Latency): number {
  const random = seededRandom(Number(BigInt.asUintN(32, urlHash(url))) ^ seed);
  // Box and Muller: a normal number of two even ones.
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return medianMs * Math.exp(spread * normal);
}
