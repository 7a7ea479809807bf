import type { RawOptions } from '../../config/layer.js';
import type { OpenRound } from '../views/pages/ask-round.js';
import { Fields } from './fields.js';
import type { FrameServer } from './frame-server.js';
import type { Jobs } from './jobs.js';
import type { Shelf } from './shelf.js';
import type { ShownCrawl } from './shown-crawl.js';

/** What the endpoints share. */
export interface Desk {
  readonly shelf: Shelf;
  readonly jobs: Jobs;
  readonly frames: FrameServer;
  /** Rounds of questions that are under way, by crawl. */
  readonly rounds: Map<string, OpenRound>;
  /** Who labels and commands are recorded under. */
  readonly by: string;
  /** Options of the user's own for crawls that are started from the page. */
  readonly own: RawOptions;
  /** Folder of the lab's reports. */
  readonly labs: string;
}

/** A request for an endpoint. */
export class Call {
  constructor(
    readonly desk: Desk,
    private readonly params: Readonly<Record<string, string>>,
    search: URLSearchParams,
    private readonly given: unknown,
    /** The name under which the client reaches this machine. */
    readonly host: string,
  ) {
    this.query = Fields.ofQuery(search);
  }

  readonly query: Fields;

  get body(): Fields {
    return new Fields(this.given);
  }

  get crawl(): ShownCrawl {
    return this.desk.shelf.find(this.param('crawl'));
  }

  param(name: string): string {
    return this.params[name] ?? '';
  }
}
