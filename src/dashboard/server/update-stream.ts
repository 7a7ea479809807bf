import type { ServerResponse } from 'node:http';
import type { StreamMessage } from '../api/stream.js';
import { crawlCards } from '../views/crawl-cards.js';
import { liveState } from '../views/live.js';
import type { Desk } from './call.js';
import { Refusal } from './refusal.js';
import { commonHeaders } from './security-headers.js';
import type { ShownCrawl } from './shown-crawl.js';

const mostStreams = 16;
/** At most one message in this time (ms). */
const every = 1_000;
const keepAlive = 15_000;

/** Tells those who watch what changed. Crawls are looked at only while somebody does, once a second for all of them. */
export class UpdateStreams {
  readonly #streams = new Set<UpdateStream>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;

  constructor(private readonly desk: Desk) {}

  get open(): number {
    return this.#streams.size;
  }

  /** The first message comes at once. */
  async add(response: ServerResponse, crawl: ShownCrawl | undefined): Promise<void> {
    if (this.#streams.size >= mostStreams)
      throw new Refusal(429, 'too-many-streams', 'Too many pages are open; close some.', { 'retry-after': '5' });
    response.writeHead(200, { ...commonHeaders, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    const stream = new UpdateStream(response, crawl, this.desk);
    this.#streams.add(stream);
    response.once('close', () => {
      this.#streams.delete(stream);
      if (this.#streams.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
    this.#timer ??= setInterval(() => void this.#look(), every);
    await stream.tell();
  }

  close(): void {
    clearInterval(this.#timer);
    for (const stream of this.#streams) stream.end();
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    for (const stream of this.#streams) await stream.tell();
    this.#isLooking = false;
  }
}

class UpdateStream {
  #sent = '';
  #version: string | undefined;
  #jobs = 0;
  #newestPoint = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly response: ServerResponse,
    private readonly crawl: ShownCrawl | undefined,
    private readonly desk: Desk,
  ) {}

  /** Sends what changed, if anything did. */
  async tell(): Promise<void> {
    const now = Date.now();
    // A client that does not read what it is sent gets no more of it.
    if (this.response.writableNeedDrain) return;
    const message: { -readonly [Key in keyof StreamMessage]: StreamMessage[Key] } = { at: now };
    try {
      Object.assign(message, this.crawl === undefined ? await this.#cards() : await this.#live(this.crawl));
    } catch {
      // A crawl that cannot be read now may be later.
    }
    const jobs = this.desk.jobs.changedSince(this.#jobs);
    this.#jobs = this.desk.jobs.version;
    if (jobs.length > 0) message.jobs = jobs;
    if (message.crawls !== undefined || message.live !== undefined || message.jobs !== undefined) {
      this.#toldAt = now;
      this.response.write(`event: update\ndata: ${JSON.stringify(message)}\n\n`);
    } else if (now - this.#toldAt > keepAlive) {
      this.#toldAt = now;
      this.response.write(': still here\n\n');
    }
  }

  end(): void {
    this.response.end();
  }

  async #cards(): Promise<Partial<StreamMessage>> {
    const crawls = await crawlCards(this.desk.shelf);
    return this.#isNew(JSON.stringify(crawls)) ? { crawls } : {};
  }

  /** Where nothing was committed and nobody has come or gone, nothing has changed: that is all that is looked at. */
  async #live(crawl: ShownCrawl): Promise<Partial<StreamMessage>> {
    const reader = await crawl.reader();
    const version = `${await reader.browsing.version()} ${await reader.isRunning()} ${crawl.isStarting}`;
    if (version === this.#version) return {};
    const live = await liveState(crawl);
    this.#version = version;
    const { at: _, ...rest } = live;
    if (!this.#isNew(JSON.stringify(rest))) return {};
    const history = live.history.filter(({ at }) => at > this.#newestPoint);
    this.#newestPoint = live.history.at(-1)?.at ?? this.#newestPoint;
    return { live: { ...live, history } };
  }

  #isNew(text: string): boolean {
    if (text === this.#sent) return false;
    this.#sent = text;
    return true;
  }
}
