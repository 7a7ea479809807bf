import type { Reply } from './reply.js';

/** A request as the server understood it. */
export interface Asked {
  /** In lower case, without its port. */
  readonly host: string;
  /** As it was sent, with the query. */
  readonly path: string;
  /** How often the same URL was asked for before. */
  readonly before: number;
}

export type Answer = (asked: Asked, reply: Reply) => void;

/** One trouble of the web: the hosts it lives on, how they answer, and what a right crawl makes of them. */
export interface HostileSite {
  /** `*.example.test` stands for every host below `example.test`. */
  readonly hosts: readonly string[];
  /** What it does, in a few words: also the anchor text of the links to it. */
  readonly does: string;
  /** URLs that the start page links to. */
  readonly entries: readonly string[];
  /** For everything but robots.txt. */
  readonly answer: Answer;
  /** Status 404 where it is absent. */
  readonly robots?: Answer;
  /** Where connections to a host go instead of to the server. */
  readonly pins?: Readonly<Record<string, string>>;
  readonly promise: Promised;
}

/** What must come of a site in a crawl with the options of `crawl-options.ts`. All URLs are canonical. */
export interface Promised {
  /** Brought back. */
  readonly pages: readonly string[];
  /** Visited in vain, and counted under this reason of docs/reasons.md. */
  readonly ends: Readonly<Record<string, string>>;
  /** Met, and not visited when the crawl ends: its host wants to be left alone for long. */
  readonly waiting: readonly string[];
  /** Visits of other URLs by what they end in, `page` or a reason: who comes first among copies is a matter of chance. */
  readonly others: Readonly<Record<string, number>>;
  /** It has no end: besides the pages above, so many visits at most. */
  readonly endless?: number;
  /** Titles of pages as they must be kept. */
  readonly titles: Readonly<Record<string, string>>;
  /** Least time between two requests to one of its hosts, from the second one on, where the host asks for more than the crawl's delay. */
  readonly pauseMs?: number;
}

/** A promise by paths of one host. */
export interface PromisedPaths {
  readonly pages?: readonly string[];
  readonly ends?: Readonly<Record<string, string>>;
  readonly waiting?: readonly string[];
  readonly others?: Readonly<Record<string, number>>;
  readonly endless?: number;
  readonly titles?: Readonly<Record<string, string>>;
  readonly pauseMs?: number;
}

/** A site of one host. Linked from the start page by its front page, unless `entries` says otherwise. */
export function oneHost(
  host: string,
  does: string,
  promised: PromisedPaths,
  answer: Answer,
  more: Pick<HostileSite, 'robots' | 'pins'> & { readonly entries?: readonly string[] } = {},
): HostileSite {
  const at = (path: string) => `http://${host}${path}`;
  const keyedAt = (record: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(record).map(([path, value]) => [at(path), value]));
  const { pages = [], ends, waiting = [], others = {}, titles, endless, pauseMs } = promised;
  const { entries = ['/'], ...rest } = more;
  return {
    hosts: [host],
    does,
    entries: entries.map(at),
    answer,
    ...rest,
    promise: {
      pages: pages.map(at),
      ends: keyedAt(ends),
      waiting: waiting.map(at),
      others,
      titles: keyedAt(titles),
      ...(endless !== undefined && { endless }),
      ...(pauseMs !== undefined && { pauseMs }),
    },
  };
}
