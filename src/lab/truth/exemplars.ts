import type { LabTopic } from '../topics/lab-topic.js';
import { inHashOrder } from '../web/hash-unit.js';
import type { RecordedWeb } from '../web/recorded-web.js';

/** As many ground-truth pages as Batsakis 2007 has. */
const mostExemplars = 50;

/** The topic's examples, as far as the web has them. */
export function examplePages(web: RecordedWeb, { examples }: LabTopic): number[] {
  const pages = examples.map((url) => web.pageOf(url)).filter((page) => page !== undefined);
  return [...new Set(pages)];
}

/**
 * The pages that others are compared with: the topic's examples, or else up to 50 of its relevant pages. These are drawn by
 * the lots of their URLs, so that they are the same in every run and of no particular kind.
 */
export function exemplarsOf(web: RecordedWeb, topic: LabTopic, relevant: Uint8Array): number[] {
  const examples = examplePages(web, topic);
  if (examples.length > 0) return examples;
  const pages = [...relevant.keys()].filter((page) => relevant[page]);
  return inHashOrder(pages, web.urls).slice(0, mostExemplars);
}
