import { backgroundIdf } from '../../text/background-idf.js';
import type { TermCounts } from '../../text/term-counts.js';
import { TextPipeline } from '../../text/text-pipeline.js';
import { cosine, TopicVector, weigh } from '../../text/vector.js';
import { linksOf } from '../web/link-graph.js';
import type { RecordedWeb } from '../web/recorded-web.js';

/** Stands for a search engine that knows all pages of the web: it ranks them by their cosine with the query. */
export class SearchStandIn {
  #terms: readonly TermCounts[] | undefined;

  constructor(private readonly web: RecordedWeb) {}

  /** The best answers by number, best first. */
  answers(query: string, most: number): number[] {
    return this.#ranked(query).slice(0, most);
  }

  /** The URLs of the best answers that lead anywhere. */
  seeds(query: string, most: number): string[] {
    const { graph, urls } = this.web;
    return this.#ranked(query)
      .filter((page) => linksOf(graph, page).length > 0)
      .slice(0, most)
      .map((page) => urls[page]!);
  }

  #ranked(query: string): number[] {
    this.#terms ??= this.web.urls.map((_, page) => this.web.page(page).terms);
    const idf = backgroundIdf();
    const topic = new TopicVector(weigh(new TextPipeline({}).counts(query), idf));
    const scores = this.#terms.map((terms) => cosine(terms, topic, idf));
    return [...scores.keys()].filter((page) => scores[page]! > 0).sort((a, b) => scores[b]! - scores[a]! || a - b);
  }
}
