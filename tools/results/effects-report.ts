import { counted } from '../../src/counted.js';
import { intervalWords } from '../../src/lab/papers/report/figure-words.js';
import type { PapersReport } from '../../src/lab/papers/report/papers-report.js';
import { type Effect, type EffectVerdict, effectsOf, type OnWeb } from './effects.js';
import { markdownTable } from './markdown-table.js';

const verdicts: readonly EffectVerdict[] = ['reproduced', 'partly', 'not', 'not tested'];

/** Which effects of the papers show on the webs, each with its figures, and with why not where it does not. */
export function effectsReport(reports: readonly PapersReport[]): string {
  const effects = effectsOf(reports);
  const names = reports.map(({ web }) => web.name);
  const counts = verdicts.map((verdict) => `${effects.filter((one) => one.verdict === verdict).length} ${verdict}`);
  const made = reports.map(({ made: { date, commit } }, web) => `${names[web]} ${date.slice(0, 10)}, ${commit}`);
  const rows = effects.map((effect, index) => [
    claimOf(effect, effects[index - 1]),
    effect.webs.find((web) => web !== undefined)?.claim.words ?? effect.words,
    effect.verdict,
    ...effect.webs.map((web, at) =>
      web === undefined ? '–' : `[${figureOf(web)}](${names[at]}/README.md#${effect.id})`,
    ),
    whyOf(effect, names),
  ]);
  return `${[
    '# Effects of the papers',
    introduction(names),
    `${counts.join(', ')}, of ${counted(effects.length, 'effect')}. Made by \`npm run results -- --papers\` (${made.join('; ')}).`,
    markdownTable(['Where, and what the paper says', 'Effect', 'Verdict', ...names, 'Why not, as tested'], rows),
  ].join('\n\n')}\n`;
}

function introduction(names: readonly string[]): string {
  return [
    `Each line is a comparison that a paper makes, done again on ${names.join(', ')} ([how](../lab.md)); several measures of it, or points of a curve, are one line.`,
    'A figure is the mean difference, ratio or value on the tasks of a web by the measure that is named (of several the paper’s first, of a curve its end), with its 95 % interval over topics; it leads to the experiment with all measures.',
    '*Holds*: surely, by every measure, on at least five topics. *In the mean*: not surely, or on fewer topics. *Fails*: neither. *Refuted*: surely the opposite.',
    '*Reproduced*: it holds on one web at least and is refuted on none. *Partly*: it holds on one web and is refuted on another, or holds in the mean only. *Not*: all else. *Not tested*: no web can tell.',
    'Reasons are tested by crawls of the same experiment in which a part is changed; the figure behind a web is of that test.',
    'These rules were fixed after first runs, and the sixth genre of De Assis et al. 2009 was added when five had proved too few to be sure of anything: the verdicts are not blind.',
    'Where people judged pages or chose terms (De Assis et al. 2009, Tables 6 and 9 to 13), labels and drawn terms stand for them.',
  ].join(' ');
}

/** Once for all effects of an experiment. */
function claimOf({ id, paper, place, claim }: Effect, before: Effect | undefined): string {
  return id === before?.id ? '' : `**${paper}, ${place}.** ${claim}`;
}

function figureOf({ claim, outcome }: OnWeb): string {
  return `${intervalWords(claim.found ?? null, 3)}, ${outcome}`;
}

/** The reasons that were tested on webs where the effect does not hold. */
function whyOf({ verdict, webs }: Effect, names: readonly string[]): string {
  if (verdict === 'reproduced' || verdict === 'not tested') return '';
  const tests = new Map<string, string[]>();
  for (const [at, web] of webs.entries()) {
    if (web === undefined || web.outcome === 'holds') continue;
    for (const { words, tested } of web.reasons) {
      const outcome = tested.found === undefined ? 'not tested' : tested.outcome === 'holds' ? 'so' : tested.outcome;
      const figure = `${names[at]}: ${outcome === 'fails' ? 'not so' : outcome}, ${intervalWords(tested.found ?? null, 3)}`;
      tests.set(words, [...(tests.get(words) ?? []), figure]);
    }
  }
  return tests.size === 0
    ? 'not tested'
    : [...tests].map(([words, figures]) => `${words} (${figures.join('; ')})`).join(' ');
}
