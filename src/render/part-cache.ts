import { headerOf, type TransportResponse } from '../download/transport.js';

const mostBytes = 32 * 1024 * 1024;
const lifetime = 10 * 60_000;

/** Scripts that pages of a site share: they are asked for once, not for every page. */
export class PartCache {
  readonly #kept = new Map<string, { readonly response: TransportResponse; readonly until: number }>();
  #bytes = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  get(url: string): TransportResponse | undefined {
    const found = this.#kept.get(url);
    if (found !== undefined && found.until > this.now()) return found.response;
    this.#drop(url);
    return undefined;
  }

  put(url: string, response: TransportResponse): void {
    const control = headerOf(response, 'cache-control') ?? '';
    if (response.status !== 200 || /\bno-store\b|\bprivate\b/i.test(control)) return;
    this.#drop(url);
    this.#kept.set(url, { response, until: this.now() + lifetime });
    this.#bytes += response.body.byteLength;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= mostBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(url: string): void {
    this.#bytes -= this.#kept.get(url)?.response.body.byteLength ?? 0;
    this.#kept.delete(url);
  }
}
