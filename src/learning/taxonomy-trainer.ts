import { UsageError } from '../failure.js';
import type { TermCounts } from '../text/term-counts.js';
import { type FoldedText, fitBayes } from './bayes/fitted-bayes.js';
import { likeliest } from './bayes/naive-bayes.js';
import { tellingTerms } from './bayes/telling-terms.js';
import { stratifiedFolds } from './cross-validation.js';
import { Taxonomy, type TaxonomyModel, taxonomyShape } from './taxonomy.js';
import { defineTrainer, FOLDS, TERMS_SHOWN, type Tester, type TrainingPage, type TrainingSet } from './training.js';

function train({ pages, targets }: TrainingSet, random: () => number): TaxonomyModel {
  const classes = [...new Set(pages.map(({ label }) => label))].sort();
  check(classes, targets);
  const numbers = new Map(classes.map((name, number) => [name, number]));
  const labels = pages.map(({ label }) => numbers.get(label)!);
  const folds = stratifiedFolds(
    pages.map(({ label }) => label),
    targets,
    FOLDS,
    random,
  );
  const place = new Map(pages.map(({ url }, index) => [url, index]));
  const linkCounts = classes.map(() => classes.map(() => 0));
  const linkTexts: FoldedText[] = [];
  const textOf = textMaker();
  for (const [index, { links }] of pages.entries()) {
    for (const { url, anchorTerms, urlTerms } of links) {
      const target = place.get(url);
      if (target === undefined || target === index) continue;
      linkCounts[labels[index]!]![labels[target]!]!++;
      linkTexts.push({ text: [labels[target]!, textOf(anchorTerms, urlTerms)], fold: folds[index]! });
    }
  }
  return {
    classes,
    targets: classes.flatMap((name, number) => (targets.has(name) ? [number] : [])),
    pages: fitBayes(
      classes.length,
      pages.map(({ terms }, index) => ({ text: [labels[index]!, terms], fold: folds[index]! })),
    ),
    links: fitBayes(classes.length, linkTexts),
    linkCounts,
  };
}

/** Makes short texts, as counts; a term that comes twice is there twice, which counts the same. Texts of one length share their ones. */
function textMaker(): (one: Uint32Array, other: Uint32Array) => TermCounts {
  const ones = new Map<number, Uint32Array>();
  return (one, other) => {
    const ids = new Uint32Array(one.length + other.length);
    ids.set(one);
    ids.set(other, one.length);
    const counts = ones.get(ids.length) ?? new Uint32Array(ids.length).fill(1);
    ones.set(ids.length, counts);
    return { ids, counts };
  };
}

function check(classes: readonly string[], targets: ReadonlySet<string>): void {
  const wanted = classes.filter((name) => targets.has(name));
  if (wanted.length === 0) {
    const which =
      targets.size === 0 ? 'a wanted class, since none is named' : `the wanted class ${[...targets].join(', ')}`;
    const known = classes.length === 0 ? 'there are no pages at all' : `there are pages of ${classes.join(', ')}`;
    throw new UsageError('training-target', `There is no page of ${which}; ${known}.`);
  }
  if (classes.length === wanted.length) {
    throw new UsageError(
      'training-classes',
      `A taxonomy needs at least one class besides the wanted ${wanted.join(', ')}: add pages of other classes.`,
    );
  }
}

function tester(model: TaxonomyModel): Tester {
  const taxonomy = new Taxonomy(model);
  const probabilities = ({ terms }: TrainingPage) => taxonomy.pages.posterior(terms).probabilities;
  return {
    relevance: (page) => taxonomy.wanted(probabilities(page)),
    classOf: (page) => model.classes[likeliest(probabilities(page))]!,
  };
}

/** Classes that a line names of those that links lead to. */
const WAYS_SHOWN = 6;

function describe(model: TaxonomyModel, nameOf: (termId: number) => string): string[] {
  const { classes, targets, pages, links, linkCounts } = model;
  const telling = tellingTerms(pages.counts, TERMS_SHOWN);
  const lines = classes.map((name, number) => {
    const terms = telling[number]!.map(nameOf).join(', ');
    const wanted = targets.includes(number) ? ' (wanted)' : '';
    return `class ${name}${wanted}: ${pages.counts.documents[number]} pages; ${terms}`;
  });
  for (const [from, row] of linkCounts.entries()) {
    const all = row.reduce((sum, count) => sum + count, 0);
    const ways = [...row.entries()].filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
    if (ways.length === 0) continue;
    const shares = ways
      .slice(0, WAYS_SHOWN)
      .map(([to, count]) => `${classes[to]} ${((100 * count) / all).toFixed(0)} %`)
      .join(', ');
    const more = ways.length > WAYS_SHOWN ? ' and others' : '';
    lines.push(`links of ${classes[from]} (${all}) lead to ${shares}${more}`);
  }
  const known = links.counts.documents.reduce((sum, count) => sum + count, 0);
  if (known === 0) lines.push('no page links to another of the set: multi-level would have no rules');
  lines.push(`Naive Bayes on pages: smoothing ${pages.smoothing}, texts count as ${pages.words} words at most`);
  return lines;
}

/** Makes the models of `naive-bayes` and `multi-level`. */
export const taxonomyTrainer = defineTrainer({
  kind: 'taxonomy',
  version: 1,
  shape: taxonomyShape,
  parameters: {},
  train,
  describe,
  tester,
});
