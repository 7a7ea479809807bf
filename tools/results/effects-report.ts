import type { CheckedClaim, Outcome } from '../../src/lab/papers/check.js';
import type { PapersReport } from '../../src/lab/papers/report/papers-report.js';
import { testedReasons } from './effect-reasons.js';
import { markdownTable } from './markdown-table.js';

type Verdict = 'reproduced' | 'partly' | 'not' | 'not tested';

interface Effect {
  readonly experiment: string;
  readonly place: string;
  readonly words: string;
  /** What came of it on each web; undefined where the web cannot tell. */
  readonly outcomes: readonly (Outcome | undefined)[];
}

/** Which effects of the papers show on the webs, each a comparison that a paper makes, with why not where they do not. */
export function effectsReport(reports: readonly PapersReport[]): string {
  const effects = effectsOf(reports);
  const verdicts = effects.map(verdictOf);
  const counts = (['reproduced', 'partly', 'not', 'not tested'] as const).map(
    (verdict) => `${verdicts.filter((other) => other === verdict).length} ${verdict}`,
  );
  const names = reports.map(({ web }) => web.name);
  const rows = effects.map(({ place, words, outcomes, experiment }, index) => [
    place,
    words,
    verdicts[index]!,
    ...outcomes.map((outcome) => outcome ?? '–'),
    verdicts[index] === 'reproduced' || verdicts[index] === 'not tested' ? '' : (testedReasons.get(experiment) ?? ''),
  ]);
  return `${[
    '# Effects of the papers',
    `Each line is a comparison that a paper makes, done again on ${names.join(', ')} ([how](../lab.md)). *Reproduced*: it holds on one web at least, surely and over enough topics, and fails on none. *Partly*: it holds on one web and fails on another, or in the mean only. *Not*: it fails wherever it could be tried. Made by \`npm run results -- --papers\` on ${reports[0]?.made.date.slice(0, 10) ?? ''}.`,
    `${counts.join(', ')}.`,
    markdownTable(['Where', 'Effect', 'Verdict', ...names, 'Why not, as tested'], rows),
  ].join('\n\n')}\n`;
}

/** Parts of a claim that compare the same contenders at several points are one effect. */
function effectsOf(reports: readonly PapersReport[]): Effect[] {
  const effects = new Map<string, { experiment: string; place: string; words: string; claims: CheckedClaim[][] }>();
  for (const [web, { experiments }] of reports.entries()) {
    for (const { id, paper, place, claims } of experiments) {
      // Questions of our own.
      if (id.startsWith('agents-')) continue;
      for (const claim of claims) {
        const words = claim.words.replace(/ by harvest at \d\/8$| by finds a page of the budget$/, '');
        const key = `${id} ${words}`;
        const known = effects.get(key) ?? { experiment: id, place: `${paper}, ${place}`, words, claims: [] };
        const ofWeb = known.claims[web] ?? [];
        ofWeb.push(claim);
        known.claims[web] = ofWeb;
        effects.set(key, known);
      }
    }
  }
  return [...effects.values()].map(({ claims, ...effect }) => ({
    ...effect,
    outcomes: reports.map((_, web) => (claims[web] === undefined ? undefined : togetherOf(claims[web]))),
  }));
}

function togetherOf(claims: readonly CheckedClaim[]): Outcome {
  const known = claims.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'unknown');
  if (known.length === 0) return 'unknown';
  if (known.every((outcome) => outcome === 'holds')) return 'holds';
  return 2 * known.filter((outcome) => outcome !== 'fails').length > known.length ? 'in the mean' : 'fails';
}

function verdictOf({ outcomes }: Effect): Verdict {
  const known = outcomes.filter((outcome) => outcome !== undefined && outcome !== 'unknown');
  if (known.length === 0) return 'not tested';
  if (!known.includes('fails') && known.includes('holds')) return 'reproduced';
  return known.every((outcome) => outcome === 'fails') ? 'not' : 'partly';
}
