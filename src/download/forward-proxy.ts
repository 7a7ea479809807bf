import type { buildConnector, Pool } from 'undici';
import { UsageError } from '../failure.js';
import { parsedUrl } from '../url/parsed-url.js';
import { failureOf } from './fetch-failures.js';
import { type OpenConnectorOptions, openConnector } from './guarded-connector.js';
import { wholeUndici } from './undici-parts.js';

interface DirectRequest {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * An HTTP proxy, given as `http://[user:password@]host:port`. http URLs are forwarded in absolute form, https URLs go
 * through a CONNECT tunnel. The proxy itself may have a private address, and it does the DNS look-ups: only literal
 * addresses in URLs can be guarded then, and pinned hosts have no effect. Credentials stay inside this class.
 */
export class ForwardProxy {
  readonly origin: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #host: string;
  readonly #connect: buildConnector.connector;
  readonly #tunnels: Pool;

  constructor(url: string, limits: OpenConnectorOptions) {
    const { origin, host, username, password } = parseProxyUrl(url);
    this.origin = origin;
    this.#headers = username === '' ? {} : { 'proxy-authorization': basicCredentials(username, password) };
    this.#host = host;
    this.#connect = openConnector(limits);
    // Requests of its own, such as CONNECT, a pool has only with all of undici.
    const { Pool } = wholeUndici();
    this.#tunnels = new Pool(origin, { connect: this.#connect, headersTimeout: limits.connectTimeoutMs });
  }

  /** Connects to the proxy itself, or through it to an https origin. */
  readonly connect: buildConnector.connector = (target, done) => {
    if (`${target.protocol}//${target.host}` === this.origin) {
      this.#connect(target, (error, socket) => (error ? done(this.#failure(error), null) : done(null, socket)));
      return;
    }
    const authority = target.port ? `${target.host}` : `${target.host}:443`;
    this.#tunnels.connect({ path: authority, headers: { host: authority, ...this.#headers } }).then(
      ({ statusCode, socket }) => {
        if (statusCode === 200) return this.#connect({ ...target, httpSocket: socket as never }, done);
        socket.on('error', () => {}).destroy();
        done(failureOf('proxy-failure', { proxy: this.#host, status: statusCode }), null);
      },
      (error) => done(this.#failure(error), null),
    );
  };

  /** The same request, asked of the proxy in absolute form. */
  forwarded<T extends DirectRequest>(direct: T, host: string): T {
    const { origin, path, headers } = direct;
    return { ...direct, origin: this.origin, path: origin + path, headers: { host, ...headers, ...this.#headers } };
  }

  destroy(): Promise<void> {
    return this.#tunnels.destroy();
  }

  #failure(error: NodeJS.ErrnoException) {
    return failureOf('proxy-failure', { proxy: this.#host, error: error.code }, error);
  }
}

function parseProxyUrl(text: string): URL {
  const url = parsedUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError('proxy-invalid', 'Give the proxy as http://host:port or http://user:password@host:port.');
  }
  return url;
}

function basicCredentials(username: string, password: string): string {
  const plain = `${unescaped(username)}:${unescaped(password)}`;
  return `Basic ${Buffer.from(plain).toString('base64')}`;
}

/** A bare `%` in a password is no escape. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
