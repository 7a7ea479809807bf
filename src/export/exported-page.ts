import type { Bodies } from '../archive/bodies/bodies.js';
import { Failure } from '../failure.js';
import type { Page } from '../model/page.js';
import type { VisitRow } from '../model/visit.js';
import type { MarkdownOptions } from '../page/markdown/inline-markdown.js';
import { archivedPage, plainReading } from '../reading/archived-page.js';
import { readDocument } from '../reading/read-document.js';
import type { PageInput } from '../reading/read-page.js';
import { pageMarkdown } from './page-markdown.js';

/** A visit on its way into a file. What costs time is read when it is asked for, once. */
export class ExportedPage {
  private readonly input: () => Promise<PageInput | undefined>;
  /** As it was read; undefined where the archive does not have it. */
  readonly page: () => Promise<Page | undefined>;
  readonly markdown: () => Promise<string | undefined>;

  constructor(
    readonly row: VisitRow,
    /** Place by relevance among the pages of the crawl, from 1; undefined for what is not ranked. */
    readonly rank: number | undefined,
    readonly label: boolean | undefined,
    readonly genre: string | undefined,
    /** URLs from the seed to the page that links to it. */
    readonly path: () => Promise<readonly string[]>,
    /** Finds what a text says around the words of the topic. */
    readonly passagesIn: (text: string) => readonly string[],
    bodies: Bodies,
    options: MarkdownOptions = {},
  ) {
    this.input = once(() => archived(bodies, row));
    this.page = once(async () => {
      const input = await this.input();
      return input && readDocument(input, plainReading);
    });
    this.markdown = once(async () => {
      const input = await this.input();
      return input && pageMarkdown(input, options);
    });
  }
}

async function archived(bodies: Bodies, row: VisitRow): Promise<PageInput | undefined> {
  if (row.archive === undefined || row.fingerprint === undefined) return undefined;
  try {
    return await archivedPage(bodies, row);
  } catch (thrown) {
    // The end of an archive may be lost in a power cut; the page is listed without its text.
    if (thrown instanceof Failure && thrown.policy === 'skip') return undefined;
    throw thrown;
  }
}

function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}
