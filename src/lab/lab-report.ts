import { boundNames } from './bounds/bound-names.js';
import type { Compared, ComparisonPlan } from './compare.js';
import { floors } from './contenders.js';
import { comparisonsWith } from './measures/comparisons.js';
import { overlapsOf } from './measures/overlaps.js';
import { standingsOf } from './measures/standings.js';
import type { LabReport, Role } from './results.js';
import type { RecordedWeb } from './web/recorded-web.js';

/** What each of the bounds is, in the words of a list of contenders. */
const boundSummaries: Readonly<Record<string, { readonly summary: string; readonly role: Role }>> = {
  [boundNames.admissible]: {
    summary: 'No crawl can find more: min(n, relevant pages within reach of n pages).',
    role: 'bound',
  },
  [boundNames.lookAhead]: {
    summary: 'Knows all labels and links, and walks to the nearest relevant page.',
    role: 'oracle',
  },
  [boundNames.content]: {
    summary: 'Knows how relevant the page behind each link is, and takes the best.',
    role: 'oracle',
  },
};

/** All that a reader has to know of a comparison; see `LabReport`. */
export function labReport(
  web: RecordedWeb,
  plan: ComparisonPlan & { readonly baseline: string },
  compared: Compared,
  made: LabReport['made'],
): LabReport {
  const { truth, budget, seeds, draws, randomSeed, baseline, giveExamples } = plan;
  const runs = [...compared.bounds, ...compared.runs.map(({ result }) => result)];
  const standings = standingsOf(runs, randomSeed);
  const aucOf = new Map(
    standings
      .filter((standing) => standing.seeds === 'all')
      .map((standing) => [standing.strategy, standing.measures.auc?.mean ?? 0]),
  );
  const byAuc = (a: { readonly name: string }, b: { readonly name: string }) =>
    (aucOf.get(b.name) ?? -1) - (aucOf.get(a.name) ?? -1);
  const bounds = Object.values(boundNames).map((name) => ({
    name,
    ...boundSummaries[name]!,
    supervision: 'none' as const,
  }));
  const contenders = plan.contenders.map(({ name, summary, supervision }) => {
    const role: Role = floors.includes(name) ? 'floor' : 'strategy';
    return { name, summary, supervision, role };
  });
  return {
    made,
    web: webFacts(web),
    truth: truth.kind,
    ...(compared.split && {
      split: { share: plan.split, pages: compared.split.reduce((sum, one) => sum + one, 0) },
    }),
    examplesGiven: giveExamples,
    budget,
    seeds,
    draws,
    randomSeed,
    baseline,
    topics: plan.topics.map(({ id, query = '', examples }) => ({
      id,
      query,
      relevant: compared.relevant.get(id) ?? 0,
      examples: examples.length,
    })),
    contenders: [...bounds.sort(byAuc), ...contenders.sort(byAuc)],
    runs,
    standings,
    comparisons: comparisonsWith(baseline, runs, randomSeed),
    overlaps: overlapsOf(
      compared.runs.map(({ contender, task, goal, trace }) => ({
        strategy: contender.name,
        task: `${task.topic.id} ${task.seeds} ${task.draw}`,
        pages: new Set(trace.pages.subarray(0, budget).filter((page) => goal.wanted[page] === 1)),
      })),
    ),
    skipped: compared.skipped,
  };
}

export function webFacts({ name, urls, graph, hosts }: RecordedWeb): LabReport['web'] {
  return { name, pages: urls.length, links: graph.targets.length, hosts: new Set(hosts).size };
}
