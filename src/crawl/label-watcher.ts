import { statSync } from 'node:fs';
import path from 'node:path';
import type { Bodies } from '../archive/bodies/bodies.js';
import type { Settings } from '../config/options.js';
import { UsageError } from '../failure.js';
import { LabelFile, labelsName } from '../labels/label-file.js';
import type { CrawlRecords, CrawlStore } from '../model/crawl-store.js';
import type { Knowledge, LabelLearning, PersonsLabel, Strategy } from '../model/strategy.js';
import type { VisitRow } from '../model/visit.js';
import { inOrder } from '../reading/in-order.js';
import type { PageReader } from '../reading/page-pool.js';
import { type ReadingAgain, readAgain } from '../reading/read-again.js';
import { featuresOf } from '../strategy/features-of.js';
import { joinedKnowledge } from '../strategy/joined-knowledge.js';
import { strategyWith } from '../strategy/strategy-with.js';

/** Documents between two looks of a running crawl for new labels. */
export const documentsBetweenLooks = 25;

/** The note that tells whether the strategy learns from labels: `yes` or `no`. */
export const appliesLabelsNote = 'applies-labels';

export interface LabelParts {
  readonly settings: Settings;
  readonly store: CrawlStore;
  readonly reader: PageReader;
  readonly bodies: Bodies;
  /** Called with each label that the strategy has learnt from. */
  readonly onLabel?: (label: { readonly url: string; readonly relevant: boolean }) => void;
}

/**
 * The strategy of a crawl, which learns from now on what people say of the crawl's pages: before the first page of a run, and
 * while it crawls. As it is where it cannot learn from them, and without a folder to find them in.
 */
export async function withLabels(
  strategy: Strategy,
  { settings, store, reader, bodies, onLabel }: LabelParts,
): Promise<Strategy> {
  const { out: folder, maxPageBytes } = settings;
  if (folder === undefined) return strategy;
  const { knowledge, labels, external } = strategy;
  await store.notes.set(appliesLabelsNote, labels === undefined ? 'no' : 'yes');
  if (labels === undefined) return strategy;
  const watcher = new LabelWatcher(strategy, labels, store.records, folder, { bodies, reader, maxPageBytes }, onLabel);
  const own: Partial<Strategy> = {
    ...(knowledge && { knowledge: joinedKnowledge([watcher, knowledge]) }),
    external: {
      async poll(pages) {
        const applied = await watcher.look(pages);
        const polled = await external?.poll(pages);
        return applied || polled === true;
      },
    },
  };
  return strategyWith(strategy, own);
}

/**
 * Brings the labels in the crawl's folder to its strategy. Which of them were applied is knowledge, kept in one with what the
 * strategy made of them: whenever a crawl is killed, both are there or neither, so that no label is applied twice or missed.
 */
class LabelWatcher implements Knowledge {
  /** What was said last of each page, as the strategy knows it. */
  #applied = new Map<string, boolean>();
  /** Of the file, when it was last looked at. */
  #state: string | undefined;
  #nextLook = 0;

  constructor(
    private readonly strategy: Strategy,
    private readonly labels: LabelLearning,
    private readonly records: CrawlRecords,
    private readonly folder: string,
    private readonly reading: ReadingAgain,
    private readonly onLabel: LabelParts['onLabel'],
  ) {}

  /** True when there was something new. */
  async look(documents: number): Promise<boolean> {
    if (documents < this.#nextLook) return false;
    this.#nextLook = documents + documentsBetweenLooks;
    const state = stateOf(path.join(this.folder, labelsName));
    const isFirst = this.#state === undefined;
    if (state === this.#state) return false;
    this.#state = state;
    return this.#apply(this.#labels(isFirst));
  }

  snapshot(): Uint8Array {
    return Buffer.from(JSON.stringify([...this.#applied]));
  }

  restore(data: Uint8Array): void {
    this.#applied = new Map(JSON.parse(Buffer.from(data).toString()) as [string, boolean][]);
  }

  /** A slip in the file is an error when a run begins; later it must not end the crawl: somebody may be at work on the file. */
  #labels(isFirst: boolean): ReadonlyMap<string, boolean> {
    try {
      return LabelFile.read(this.folder).sure;
    } catch (thrown) {
      if (isFirst || !(thrown instanceof UsageError)) throw thrown;
      return new Map();
    }
  }

  /** Pages that were not visited, or cannot be read, are left for a later run; so are those that `features` fails at. */
  async #apply(labels: ReadonlyMap<string, boolean>): Promise<boolean> {
    let applied = false;
    const pages = inOrder(this.#visitsOf(labels), (row) => this.#read(row));
    for await (const [{ url }, page] of pages) {
      if (page === undefined) continue;
      const relevant = labels.get(url)!;
      this.labels.apply({ ...page, relevant });
      this.#applied.set(url, relevant);
      this.onLabel?.({ url, relevant });
      applied = true;
    }
    return applied;
  }

  async #read(row: VisitRow): Promise<Omit<PersonsLabel, 'relevant'> | undefined> {
    const page = await readAgain(row, this.reading);
    if (page === undefined) return undefined;
    try {
      const { features } = await featuresOf(this.strategy, this.records, row.seq, page);
      return { page, ...(features !== undefined && { features }) };
    } catch {
      return undefined;
    }
  }

  async *#visitsOf(labels: ReadonlyMap<string, boolean>): AsyncGenerator<VisitRow> {
    for (const [url, relevant] of labels) {
      if (this.#applied.get(url) === relevant) continue;
      const known = await this.records.find(url);
      const row = known && (await this.records.visitOf(known.id));
      if (row?.fingerprint !== undefined) yield row;
    }
  }
}

/** Changes with the file: its writers replace it as a whole. '' where there is none. */
function stateOf(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
}
