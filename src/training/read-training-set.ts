import { setImmediate } from 'node:timers/promises';
import { Failure, messageOf } from '../failure.js';
import type { TrainingPage, TrainingSet } from '../learning/training.js';
import { inOrder } from '../reading/in-order.js';
import { urlWords } from '../text/url-words.js';
import { DocumentReader, type ReadingSettings } from './document-reader.js';
import { TermNames } from './term-names.js';
import type { LabelledDocument, ReadDocument, TrainingSource } from './training-source.js';

/** A training set, and what came up while it was read. */
export interface ReadSet {
  readonly set: TrainingSet;
  readonly names: TermNames;
  /** Pages that could not be had, with the reason. */
  readonly missing: readonly { readonly name: string; readonly reason: string }[];
  /** Pages that are in the set already, under the same or another name. */
  readonly repeated: readonly string[];
  /** Links that lead from a page of the set to another one. */
  readonly linksBetween: number;
}

/** Links looked up without a pause for whatever else is going on. */
const linksAtATime = 256;

/** Reads all pages of a source. What is kept of a page is its terms and those of its links, not its text. */
export async function readTrainingSet(
  source: TrainingSource,
  settings: ReadingSettings,
  onProgress: (done: number, total: number) => void,
): Promise<ReadSet> {
  const reader = new DocumentReader(settings);
  const collection = new Collection(settings);
  try {
    let done = 0;
    for await (const [document, outcome] of inOrder(source.documents(), (document) => outcomeOf(document, reader))) {
      if ('failure' in outcome) collection.missing.push({ name: document.name, reason: messageOf(outcome.failure) });
      else collection.add(document, outcome.page, source.visitOrder);
      onProgress(++done, source.total);
    }
  } finally {
    await reader.close();
  }
  const linksBetween = await collection.connect((url) => source.landing?.(url));
  const { language, stem } = settings;
  const { pages, names, missing, repeated } = collection;
  return { set: { pages, targets: source.targets, language, stem }, names, missing, repeated, linksBetween };
}

/** A page whose links can still be led to other names of their targets. */
type OpenPage = Omit<TrainingPage, 'links'> & {
  readonly links: (Omit<TrainingPage['links'][number], 'url'> & { url: string })[];
};

class Collection {
  readonly pages: OpenPage[] = [];
  readonly names: TermNames;
  readonly missing: { name: string; reason: string }[] = [];
  readonly repeated: string[] = [];
  /** URL of a page in the set by each of its names. */
  readonly #pageOf = new Map<string, string>();
  /** One string for all links to a target: they are most of what there is to keep. */
  readonly #urls = new Map<string, string>();

  constructor({ language, stem }: ReadingSettings) {
    this.names = new TermNames(language, stem);
  }

  add(document: LabelledDocument, page: ReadDocument, visitOrder: boolean): void {
    const isTaken = (name: string) => this.#pageOf.get(name) === name;
    const url = isTaken(page.url) && page.ownUrl !== undefined ? page.ownUrl : page.url;
    if (isTaken(url)) {
      this.repeated.push(document.name);
      return;
    }
    this.#pageOf.set(url, url);
    for (const alias of page.aliases ?? []) if (!this.#pageOf.has(alias)) this.#pageOf.set(alias, url);
    this.names.add(page.title);
    this.names.add(page.text);
    this.pages.push({
      url,
      label: document.label,
      terms: page.terms,
      ...(visitOrder && { order: this.pages.length }),
      links: page.links.map(({ url, anchor, anchorTerms, urlTerms }) => {
        this.names.add(anchor);
        return { url: this.#kept(url), anchorTerms, urlTerms };
      }),
    });
  }

  /** Links to another name of a page become links to the page. Returns how many links lead to pages of the set. */
  async connect(landing: (url: string) => string | undefined): Promise<number> {
    let links = 0;
    const targets = new Map<string, string | undefined>();
    for (const url of this.#urls.keys()) {
      this.names.add(urlWords(url));
      targets.set(url, this.#pageOf.get(url) ?? this.#pageOf.get(landing(url) ?? ''));
      if (targets.size % linksAtATime === 0) await setImmediate();
    }
    for (const page of this.pages) {
      for (const link of page.links) {
        const target = targets.get(link.url);
        if (target === undefined) continue;
        link.url = target;
        if (target !== page.url) links++;
      }
    }
    return links;
  }

  #kept(url: string): string {
    const known = this.#urls.get(url);
    if (known !== undefined) return known;
    this.#urls.set(url, url);
    return url;
  }
}

type Outcome = { readonly page: ReadDocument } | { readonly failure: Failure };

async function outcomeOf(document: LabelledDocument, reader: DocumentReader): Promise<Outcome> {
  try {
    const page = await document.read(reader);
    if (page.terms.ids.length === 0) return { failure: new Failure('no-words', 'contains no words', 'skip') };
    return { page };
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.policy === 'skip') return { failure: thrown };
    throw thrown;
  }
}
