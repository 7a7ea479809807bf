import type { buildConnector, Client as ClientType, Dispatcher } from 'undici';
import type { Exchange, Link } from './exchange.js';
import { Client } from './undici-parts.js';

/** What is handed to a pool's `dispatch`: undici passes the object on untouched, and with it the exchange. */
export interface ExchangeOptions extends Dispatcher.DispatchOptions {
  origin: string;
  exchange: Exchange | undefined;
}

/** A client (one connection at a time) that tells each exchange over which connection it goes. */
export class TrackedClient extends Client {
  readonly #link: Link;

  constructor(origin: string | URL, options: ClientType.Options, connect: buildConnector.connector) {
    const link: Link = { remoteAddress: undefined, answers: 0 };
    super(origin, {
      ...options,
      connect(target, done) {
        connect(target, (error, socket) => {
          if (error !== null) return done(error, null);
          link.remoteAddress = socket.remoteAddress;
          link.answers = 0;
          done(null, socket);
        });
      },
    });
    this.#link = link;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { exchange } = options as ExchangeOptions;
    if (exchange !== undefined) exchange.link = this.#link;
    return super.dispatch(options, handler);
  }
}
