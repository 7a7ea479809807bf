import { TextPipeline } from '../../text/text-pipeline.js';
import { bareTopic } from './bare-topic.js';
import type { LabTopic } from './lab-topic.js';
import { labelAndAbove } from './label-hierarchy.js';
import { freeTopicId } from './topic-id.js';

const usualMostTopics = 20;
/** Of the labelled pages. A crawl finds what is broader wherever it goes. */
const broad = 0.1;
/** What people answer when no label fits. */
const noLabel = /^(?:other|unsure)$/i;

/**
 * Topics where a list of labels is all there is: every label that at least `least` pages carry, themselves or below it in the
 * hierarchy, with its last part in words as the query. Beyond `mostTopics`, the choice falls on labels that at most a tenth of the
 * labelled pages carry, then on those with no such label below them (so that topics do not hold each other), then on
 * those of most pages; the order is that of the labels. Seeds and examples are drawn elsewhere.
 */
export function topicsOfLabels(
  labels: readonly (readonly string[])[],
  least = 20,
  mostTopics = usualMostTopics,
): LabTopic[] {
  const pages = pagesByLabel(labels);
  const labelled = labels.filter((own) => own.length > 0).length;
  const enough = [...pages].filter(([label, count]) => count >= least && queryOf(label) !== undefined);
  const above = new Set(enough.flatMap(([label]) => labelAndAbove(label).slice(0, -1)));
  const chosen = enough
    .map(([label, count]) => ({ label, count, isBroad: count > broad * labelled, isAbove: above.has(label) }))
    .sort(
      (a, b) =>
        Number(a.isBroad) - Number(b.isBroad) ||
        Number(a.isAbove) - Number(b.isAbove) ||
        b.count - a.count ||
        inOrder(a.label, b.label),
    )
    .slice(0, mostTopics);
  return withDistinctIds(chosen.map(({ label }) => label).sort(inOrder));
}

/** How many pages carry each label, itself or below it. */
function pagesByLabel(labels: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const pages = new Map<string, number>();
  for (const own of labels) {
    for (const label of new Set(own.flatMap(labelAndAbove))) pages.set(label, (pages.get(label) ?? 0) + 1);
  }
  return pages;
}

const pipeline = new TextPipeline();

/** `Science.Chemical_elements` is "chemical elements". Where stop words are all there is (`Work.IT`), the part above helps. */
function queryOf(label: string): string | undefined {
  const parts = label.split('.').map((part) => part.replace(/[\s_-]+/g, ' ').trim());
  if (noLabel.test(parts.at(-1)!)) return undefined;
  for (let from = parts.length - 1; from >= 0; from--) {
    const words = parts.slice(from).join(' ').trim().toLowerCase();
    if (pipeline.termOf(words) !== '') return words;
  }
  return undefined;
}

function withDistinctIds(labels: readonly string[]): LabTopic[] {
  const used = new Set<string>();
  return labels.map((label) => {
    const id = freeTopicId(label, used);
    used.add(id);
    return { ...bareTopic(id), query: queryOf(label)!, relevant: [label] };
  });
}

function inOrder(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
