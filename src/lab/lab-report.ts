import { bounds } from './bound-names.js';
import type { Compared, ComparisonPlan } from './compare.js';
import { floors } from './contenders.js';
import { comparisonsWith } from './measures/comparisons.js';
import { taskKey } from './measures/contender-runs.js';
import { judgementStandings } from './measures/judgement-standings.js';
import { overlapsOf } from './measures/overlaps.js';
import { politenessCosts } from './measures/politeness-costs.js';
import { standingsOf } from './measures/standings.js';
import type { LabReport, Role } from './results.js';
import type { RecordedWeb } from './web/recorded-web.js';

/** A comparison, and whom the others are compared with. */
export interface ReportedPlan extends ComparisonPlan {
  readonly baseline: string;
}

/** All that a reader has to know of a comparison; see `LabReport`. */
export function labReport(
  web: RecordedWeb,
  plan: ReportedPlan,
  compared: Compared,
  made: LabReport['made'],
): LabReport {
  const { truth, budget, seeds, draws, randomSeed, baseline, giveExamples } = plan;
  const runs = [...compared.bounds, ...compared.runs.map(({ result }) => result)];
  const besides = compared.runs.flatMap(({ beside }) => (beside === undefined ? [] : [beside]));
  const politeness = besides.length === 0 ? [] : politenessCosts(runs, [...besides, ...compared.politeBounds]);
  const standings = standingsOf(runs, randomSeed);
  const aucOf = new Map(
    standings
      .filter((standing) => standing.seeds === 'all')
      .map((standing) => [standing.strategy, standing.measures.auc?.mean ?? 0]),
  );
  const byAuc = (a: { readonly name: string }, b: { readonly name: string }) =>
    (aucOf.get(b.name) ?? -1) - (aucOf.get(a.name) ?? -1);
  const contenders = plan.contenders.map(({ name, summary, supervision }) => {
    const role: Role = floors.includes(name) ? 'floor' : 'strategy';
    return { name, summary, supervision, role };
  });
  const order = [...bounds.filter(({ name }) => aucOf.has(name)).sort(byAuc), ...contenders.sort(byAuc)];
  const placeOf = ({ strategy }: { readonly strategy: string }) => order.findIndex(({ name }) => name === strategy);
  return {
    made,
    web: webFacts(web),
    truth: truth.kind,
    ...(truth.threshold !== undefined && { similarity: truth.threshold }),
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
    // Where no topic has a query, nobody can be led by one.
    contenders: order,
    runs,
    besides,
    politeness: politeness.sort((a, b) => placeOf(a) - placeOf(b)),
    span: (plan.spanMs ?? 0) / 1000,
    standings,
    judgements: judgementStandings(runs, randomSeed),
    comparisons: comparisonsWith(baseline, runs, randomSeed),
    overlaps: overlapsOf(
      compared.runs.map(({ contender, goal, trace, result }) => ({
        strategy: contender.name,
        task: taskKey(result),
        pages: new Set(trace.pages.subarray(0, budget).filter((page) => goal.wanted[page] === 1)),
      })),
    ),
    skipped: compared.skipped,
  };
}

export function webFacts({ name, urls, graph, hosts }: RecordedWeb): LabReport['web'] {
  return { name, pages: urls.length, links: graph.targets.length, hosts: new Set(hosts).size };
}
