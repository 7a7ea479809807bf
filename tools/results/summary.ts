import { counted } from '../../src/counted.js';
import { breadthFirst, ranked, standingOf } from '../../src/lab/report/report-view.js';
import type { Interval, LabReport } from '../../src/lab/results.js';
import { ours, rivalsIn } from './bars.js';
import type { Effect, EffectVerdict } from './effects.js';
import { markdownTable } from './markdown-table.js';

/** The figures that are quoted elsewhere: docs/results/summary.json. */
export interface Summary {
  /** Of the program, in order. */
  readonly commits: readonly string[];
  readonly compared: readonly ComparedWeb[];
  readonly effects: Readonly<Record<EffectVerdict, number>>;
}

/** Mean AUC from all seeds on a web, with its interval. */
export interface ComparedWeb {
  readonly web: string;
  readonly pages: number;
  readonly hosts: number;
  readonly budget: number;
  readonly crawls: number;
  readonly ours: Interval;
  readonly bestOther: NamedAuc;
  readonly bestTrained: NamedAuc | null;
  readonly breadthFirst: Interval;
}

interface NamedAuc {
  readonly name: string;
  readonly auc: Interval;
}

/** Undefined where ours or all others are missing. */
export function comparedWeb(report: LabReport): ComparedWeb | undefined {
  const auc = (name: string) => standingOf(report, name, 'all')?.measures.auc;
  const named = (name: string | undefined): NamedAuc | null =>
    name === undefined || auc(name) === undefined ? null : { name, auc: auc(name)! };
  const [own, floor] = [auc(ours), auc(breadthFirst)];
  const bestOther = named(rivalsIn(report, 'all')[0]?.name);
  if (own === undefined || floor === undefined || bestOther === null) return undefined;
  return {
    web: report.web.name,
    pages: report.web.pages,
    hosts: report.web.hosts,
    budget: report.budget,
    crawls: standingOf(report, ours, 'all')!.runs,
    ours: own,
    bestOther,
    bestTrained: named(ranked(report, 'all').find(({ supervision }) => supervision === 'labels')?.name),
    breadthFirst: floor,
  };
}

export function effectCounts(effects: readonly Effect[]): Summary['effects'] {
  const of = (verdict: EffectVerdict) => effects.filter((effect) => effect.verdict === verdict).length;
  return { reproduced: of('reproduced'), partly: of('partly'), not: of('not'), 'not tested': of('not tested') };
}

/** What the README says of the results. */
export function readmeWords({ compared, effects }: Summary): string {
  const figure = ({ mean, low, high }: Interval) => `${mean.toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)})`;
  const named = (one: NamedAuc | null) => (one === null ? '–' : `\`${one.name}\` ${one.auc.mean.toFixed(3)}`);
  const rows = compared.map((web) => [
    `${web.web}: ${counted(web.pages, 'page')}, ${counted(web.hosts, 'host')}`,
    `**${figure(web.ours)}**`,
    named(web.bestOther),
    named(web.bestTrained),
    web.breadthFirst.mean.toFixed(3),
  ]);
  const { reproduced, partly, not } = effects;
  return [
    `AUC, the mean share found on the way, with ${compared[0]!.budget} pages a crawl from near and far seeds (95 % interval over topics):`,
    markdownTable(['web', '`osprey`', 'best other', 'best trained on labels', 'breadth-first'], rows),
    `Of ${reproduced + partly + not} effects that the five papers report and these webs can tell, ${reproduced} are reproduced and ${partly} partly, with\nreasons tested where they are not ([docs/results/effects.md](docs/results/effects.md)).`,
  ].join('\n\n');
}

const [start, end] = ['<!-- Figures: npm run results -->', '<!-- End of figures -->'];

/** The README with these figures in place of those that it has. Throws where it has no place for them. */
export function withFigures(readme: string, summary: Summary): string {
  const [from, to] = [readme.indexOf(start), readme.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`README.md has no ${start} … ${end}`);
  return `${readme.slice(0, from + start.length)}\n${readmeWords(summary)}\n${readme.slice(to)}`;
}
