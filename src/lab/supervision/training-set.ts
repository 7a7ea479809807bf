import type { TrainingPage, TrainingSet } from '../../learning/training.js';
import { relevantLabel } from '../../training/targets.js';
import type { LabTopic } from '../topics/lab-topic.js';
import { carriesOneOf, labelAndAbove } from '../topics/label-hierarchy.js';
import { inHashOrder } from '../web/hash-unit.js';
import type { RecordedWeb } from '../web/recorded-web.js';
import { breadthFirstOrder } from './visit-order.js';

export interface TrainingMaterial {
  readonly web: RecordedWeb;
  /** Of every page, by number. Those of pages outside the split are not looked at. */
  readonly labels: readonly (readonly string[])[];
  /** 1 for pages that are given for training (`trainingSplit`). */
  readonly split: Uint8Array;
  /** The topic's examples, by number. */
  readonly examples: readonly number[];
  readonly language: string;
  readonly stem: boolean;
}

/**
 * More pages than these teach little more, and the time to train a support vector machine grows with their square. What is
 * left out is left out by lot, so what remains is the split of a smaller share.
 */
const mostWanted = 500;
const mostOthers = 1000;

/**
 * What a contender learns a topic from: the topic's examples and the pages of the split, with the links between them. It is
 * what `osprey train --visits` would make of a list of these pages. No other page is looked at, not even as a stepping stone
 * between two of them: the distances to be learnt are those that the given pages themselves show.
 */
export function trainingSetFor(topic: LabTopic, material: TrainingMaterial): TrainingSet {
  const { web, labels, split, language, stem } = material;
  const examples = new Set(material.examples);
  const isWanted = (page: number) => carriesOneOf(labels[page]!, topic.relevant);
  // Labels say nothing about a topic that names none: a page without a wanted label might be wanted all the same.
  const isGiven = (page: number) => topic.relevant.length > 0 && split[page] === 1 && !examples.has(page);
  const given = inHashOrder([...web.urls.keys()].filter(isGiven), web.urls);
  const wanted = [...examples, ...given.filter(isWanted)].slice(0, mostWanted);
  const others = given.filter((page) => !isWanted(page)).slice(0, mostOthers);
  const target = topic.relevant.join(' or ') || relevantLabel;
  const pages = [
    ...wanted.map((page) => trainingPage(page, target, web)),
    ...others.map((page) => trainingPage(page, broadest(labels[page]!), web)),
  ].filter(({ terms }) => terms.ids.length > 0);
  const order = breadthFirstOrder(pages);
  return {
    pages: pages.map((page, index) => ({ ...page, order: order[index]! })),
    targets: new Set([target]),
    language,
    stem,
  };
}

/**
 * The class of a page that is not wanted: the top of the hierarchy over its first label. A class for each label would have too
 * few pages to learn from. It is never the target's: what lies under a wanted label is wanted.
 */
function broadest([first]: readonly string[]): string {
  return labelAndAbove(first!)[0] ?? first!;
}

/** Links lead through redirects, as for a crawl. */
function trainingPage(number: number, label: string, web: RecordedWeb): TrainingPage {
  const { terms, links } = web.page(number);
  return {
    url: web.urls[number]!,
    label,
    terms,
    links: links.map(({ url, anchorTerms, urlTerms }) => {
      const target = web.pageOf(url);
      return { url: target === undefined ? url : web.urls[target]!, anchorTerms, urlTerms };
    }),
  };
}
