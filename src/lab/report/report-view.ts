import { grouped } from '../grouped.js';
import type { Comparison, Interval, JudgementStanding, LabReport, MeasureName, Standing } from '../results.js';
import type { SeedKind } from '../topics/lab-topic.js';

export type SeedView = SeedKind | 'all';
export type Competitor = LabReport['contenders'][number];

/** How many strategies are looked at closely, where there is no room for all. */
export const leaders = 6;

/** What every crawl is expected to beat. */
export const breadthFirst = 'breadth-first';

export const seedWords: Readonly<Record<SeedView, string>> = {
  all: 'All seeds',
  near: 'Near seeds',
  far: 'Far seeds',
};

/** The views that differ: with one kind of seeds, there is nothing to choose. */
export function seedViews({ seeds, standings }: LabReport): SeedView[] {
  const known = new Set(standings.map((standing) => standing.seeds));
  const kinds = seeds.filter((kind) => known.has(kind));
  if (!known.has('all')) return kinds;
  return kinds.length === 1 ? kinds : ['all', ...kinds];
}

/** Shown first: all tasks. */
export function mainView(report: LabReport): SeedView {
  return seedViews(report)[0] ?? 'all';
}

export function standingOf(report: LabReport, strategy: string, seeds: SeedView): Standing | undefined {
  return report.standings.find((standing) => standing.strategy === strategy && standing.seeds === seeds);
}

export function comparisonOf(report: LabReport, strategy: string, seeds: SeedView): Comparison | undefined {
  return report.comparisons.find((comparison) => comparison.strategy === strategy && comparison.seeds === seeds);
}

/** What judges pages, the best crawl first; of each its judgement at the visits, then at the end where it is another. */
export function judgementsIn(report: LabReport, seeds: SeedView): { one: Competitor; judged: JudgementStanding }[] {
  const own = report.judgements.filter((judged) => judged.seeds === seeds);
  return ranked(report, seeds).flatMap((one) =>
    own.filter(({ strategy }) => strategy === one.name).map((judged) => ({ one, judged })),
  );
}

export function aucOf(report: LabReport, strategy: string, seeds: SeedView): number | undefined {
  return standingOf(report, strategy, seeds)?.measures.auc?.mean;
}

/** None where a measure has no meaning: no pages belong to a bound, so it is on no hosts. */
export function measureOf({ role }: Competitor, standing: Standing, name: MeasureName): Interval | undefined {
  const isOfHosts = name === 'hosts' || name === 'hostsOfFinds';
  return role === 'bound' && isOfHosts ? undefined : standing.measures[name];
}

/** A single crawl says nothing of how far others would be from it. */
export function hasSpread({ low, high }: Interval): boolean {
  return low !== high;
}

/** How many tasks a contender ran, of how many. */
export function tasksRun(report: LabReport, { name }: Competitor, seeds: SeedView): { ran: number; all: number } {
  const runs = report.standings.filter((standing) => standing.seeds === seeds);
  return {
    ran: standingOf(report, name, seeds)?.runs ?? 0,
    all: Math.max(0, ...runs.map((standing) => standing.runs)),
  };
}

/** Whether its means can be held against those of others: what one did not run may have been the hardest. */
export function isComplete(report: LabReport, one: Competitor, seeds: SeedView): boolean {
  const { ran, all } = tasksRun(report, one, seeds);
  return ran === all;
}

/** Trained on labelled pages. A strategy that gets only example pages knows no more than a user could give it. */
export function isTrained({ supervision }: Competitor): boolean {
  return supervision === 'labels';
}

/** Those that could be used on a web that nobody knows, best first; below them, those that did not run all tasks. */
export function ranked(report: LabReport, seeds: SeedView): Competitor[] {
  const byAuc = report.contenders
    .filter(({ name, role }) => (role === 'strategy' || role === 'floor') && aucOf(report, name, seeds) !== undefined)
    .sort((a, b) => aucOf(report, b.name, seeds)! - aucOf(report, a.name, seeds)!);
  return completeFirst(report, seeds, byAuc);
}

/** Those that ran all tasks before those that did not, otherwise in their order. */
export function completeFirst(report: LabReport, seeds: SeedView, order: readonly Competitor[]): Competitor[] {
  const complete = new Set(order.filter((one) => isComplete(report, one, seeds)));
  return [...complete, ...order.filter((one) => !complete.has(one))];
}

/** All of them in the order of a table: what none can exceed, what knows more, then the strategies, best first. */
export function tableOrder(report: LabReport, seeds: SeedView): Competitor[] {
  const above = (role: Competitor['role']) =>
    report.contenders.filter((one) => one.role === role && standingOf(report, one.name, seeds) !== undefined);
  return [...above('bound'), ...above('oracle'), ...ranked(report, seeds)];
}

/** The best strategies, the baseline, and all floors, oracles and bounds: what is shown before a reader chooses. */
export function shownFirst(report: LabReport): Competitor[] {
  const best = ranked(report, mainView(report))
    .filter(({ role }) => role === 'strategy')
    .slice(0, leaders);
  return report.contenders.filter(
    (one) => one.role !== 'strategy' || best.includes(one) || one.name === report.baseline,
  );
}

/** Mean AUC by strategy, then by topic. */
export function topicScores({ runs }: LabReport, seeds: SeedView): Map<string, Map<string, number>> {
  const scores = new Map<string, Map<string, number>>();
  for (const [strategy, ofStrategy] of grouped(runs, (run) => run.strategy)) {
    const counted = seeds === 'all' ? ofStrategy : ofStrategy.filter((run) => run.seeds === seeds);
    const topics = [...grouped(counted, (run) => run.topic)];
    scores.set(strategy, new Map(topics.map(([topic, of]) => [topic, mean(of.map((run) => run.auc))])));
  }
  return scores;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
