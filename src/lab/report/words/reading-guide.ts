import { counted } from '../../../counted.js';
import { type Html, html } from '../../../html/html.js';
import { type LabReport, measureNames } from '../../results.js';
import { measureWords } from './measure-words.js';
import { listed, percentage } from './number-words.js';

const truths: Readonly<Record<LabReport['truth'], (report: LabReport) => string>> = {
  labels: () => 'A page is relevant when people labelled it so.',
  examples: ({ similarity }) =>
    `A page is relevant when its cosine with one of the topic’s examples is at least ${similarity}; nobody judged it by hand.`,
  query: () => 'A page is relevant when it contains the query; nobody judged it by hand.',
};

/** What everything in the report means, in a sentence each. */
export function readingGuide(report: LabReport): Html {
  const entry = (term: string, meaning: string) => html`<dt>${term}</dt><dd>${meaning}</dd>
`;
  return html`<dl class="guide">
${entry('Truth', `${truths[report.truth](report)} No strategy sees any of it.`)}
${entry('Training', trainingWords(report))}
${entry('Examples', examplesWords(report))}
${entry('Near and far seeds', 'Near seeds are on the topic; far seeds are two or more links away from it.')}
${entry('Draws', `Each topic and kind of seeds was crawled from ${counted(report.draws, 'set')} of seeds: those that the topic names, and others drawn at random (random seed ${report.randomSeed}).`)}
${measureNames.map((name) => entry(measureWords[name].label, measureWords[name].meaning))}
${entry('Calibration error', 'How far the mean judgement is from the share of relevant pages, tenth by tenth, each weighed by its pages (expected calibration error). 0: a judgement can be read as a chance.')}
${entry('Brier score', 'The mean square of the judgement less the truth (1 or 0): small when judgements are both calibrated and sharp. Calling every page the share of relevant ones, p, gives p (1 − p).')}
${entry('Share of relevant pages', 'With Wilson’s 95 % interval, which takes pages for independent: several crawls of a topic visit the same ones, so it is too narrow rather than too wide.')}
${entry('nDCG', 'What relevant pages gain by their places, 1 / log₂(place + 1) each, as a share of what they would gain in the best order of the visited pages; of the first 10, the first 50, and all. Pages that are judged alike share their places.')}
${entry('Average precision', 'The mean over the relevant pages of the share of relevant ones among the pages down to their place.')}
${entry('Cosine, BM25', 'The same visited pages ranked by their words alone: the cosine of tf·idf with the query, and BM25 (k1 = 1.2, b = 0.75), with the statistics of the whole web.')}
${entry('At the end', 'What a strategy that learns thinks of the pages that it visited once it has seen all of them; elsewhere its judgement is that of the visit.')}
${entry('Of oracle', 'AUC as a share of the label oracle’s on the same task.')}
${entry('Relevant % by visited %', 'The share of the relevant pages found when a share of all reachable pages was visited.')}
${entry('Overlap', 'Of two strategies, the relevant pages that both found as a share of those that either found.')}
${entry('Floors', 'Breadth-first and random order: what a crawl gets that does not look at its topic.')}
${entry('Label oracle', 'Always takes the link to the page that is truly most relevant; it knows pages, not where paths lead, so it can be beaten.')}
${entry('Content oracle', 'Has read the page behind every link, and takes the one whose text is most like the query (cosine); it knows no labels.')}
${entry('Look-ahead oracle', 'Knows all labels and all links, and takes the way to the nearest relevant pages.')}
${entry('Bound', 'After n pages no crawl can have found more than n pages, nor more than there are within n links.')}
${entry('95 % interval', 'Where the mean would be with other topics and seeds of the same kind, in 95 of 100 cases.')}
${entry('p over tasks', `How often chance alone would give a difference as large from ${report.baseline} with other seeds of these topics, by Wilcoxon’s signed-rank test on the AUC of the same tasks; with fewer than 6 that differ there are too few.`)}
${entry('p over topics', 'The same for other topics, by the same test on one mean difference a topic, as tasks of one topic resemble each other; with fewer than 6 topics that differ there are too few.')}
${entry('Adjusted p', 'p by Holm’s method for the number of strategies compared: of many, some differ by chance.')}
${entry('n of N tasks', 'It could not run on all tasks, so its means are not those of the others: it stands below them, and is never called best.')}
</dl>`;
}

function trainingWords({ split, contenders }: LabReport): string {
  const trained = contenders.filter(({ supervision }) => supervision === 'labels').map(({ name }) => name);
  if (trained.length === 0) return 'No strategy here was trained on labelled pages.';
  const given =
    split === undefined
      ? 'labelled pages'
      : `${percentage(split.share)} of the labelled pages (${counted(split.pages, 'page')}), which count for nobody’s score`;
  return `Trained on ${given}: ${listed(trained)}. They know more than the others, and are marked “trained”.`;
}

function examplesWords({ examplesGiven, contenders }: LabReport): string {
  if (examplesGiven) return 'All strategies were given the topics’ example pages. They are no finds.';
  const given = contenders.filter(({ supervision }) => supervision === 'examples').map(({ name }) => name);
  if (given.length === 0) return 'No strategy was given example pages.';
  return `Given the topics’ example pages, which are no finds: ${listed(given)}. They are marked “examples”.`;
}
