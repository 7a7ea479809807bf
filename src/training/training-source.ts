import type { Page } from '../model/page.js';
import type { DocumentReader } from './document-reader.js';

/** What of a page is learnt from. */
export type ReadDocument = Pick<Page, 'url' | 'title' | 'text' | 'terms'> & {
  readonly links: readonly Pick<Page['links'][number], 'url' | 'anchor' | 'anchorTerms' | 'urlTerms'>[];
  /** Other URLs that lead to this page. */
  readonly aliases?: readonly string[];
  /** The URL to know it by where another page of the set has taken `url`; such a page is a repeat without it. */
  readonly ownUrl?: string;
};

/** A page with its label, before it is read. */
export interface LabelledDocument {
  /** URL or file, as people know it. */
  readonly name: string;
  readonly label: string;
  /** Throws a `Failure` of policy `skip` where the page cannot be had. */
  read(reader: DocumentReader): Promise<ReadDocument>;
}

/** Where a training set comes from. */
export interface TrainingSource {
  /** The labels that are wanted. */
  readonly targets: ReadonlySet<string>;
  /** Whether the documents come in the order in which they were visited. */
  readonly visitOrder: boolean;
  /** How many documents there are. */
  readonly total: number;
  documents(): AsyncIterable<LabelledDocument> | Iterable<LabelledDocument>;
  /** The URL that a link leads to in the end, where the source knows of redirects and copies. */
  landing?(url: string): string | undefined;
  /** What people should know of the source, such as files that were left out; one sentence each. */
  readonly notes?: readonly string[];
  close?(): void;
}
