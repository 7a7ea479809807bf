import type { CheckedClaim } from '../../src/lab/papers/check.js';
import type { ExperimentReport, PapersReport, TestedReason } from '../../src/lab/papers/report/papers-report.js';

/** What came of an effect on a web, by all measures that a paper tells it by. */
export type WebOutcome = 'holds' | 'in the mean' | 'fails' | 'refuted';
export type EffectVerdict = 'reproduced' | 'partly' | 'not' | 'not tested';

/** An effect on a web, with the figure that speaks for it. Undefined where the web cannot tell. */
export interface OnWeb {
  readonly outcome: WebOutcome;
  readonly claim: CheckedClaim;
  readonly reasons: readonly TestedReason[];
}

/** A comparison that a paper makes. */
export interface Effect {
  readonly id: string;
  readonly paper: string;
  readonly place: string;
  /** What the paper says, in a sentence. */
  readonly claim: string;
  readonly words: string;
  /** One a web. */
  readonly webs: readonly (OnWeb | undefined)[];
  readonly verdict: EffectVerdict;
}

/** Claims about the same contenders by several measures, or at several points of a curve, are one effect. */
export function effectsOf(reports: readonly PapersReport[]): Effect[] {
  const found = new Map<string, Omit<Effect, 'verdict' | 'webs'> & { webs: (OnWeb | undefined)[] }>();
  for (const [web, { experiments }] of reports.entries()) {
    // Those on agents are questions of our own.
    for (const report of experiments.filter(({ id }) => !id.startsWith('agents-'))) {
      const { id, paper, place, claim, claims } = report;
      for (const words of new Set(claims.map(({ effect }) => effect))) {
        const key = `${id} ${words}`;
        const known = found.get(key) ?? { id, paper, place, claim, words, webs: reports.map(() => undefined) };
        found.set(key, known);
        known.webs[web] = onWeb(report, words);
      }
    }
  }
  return [...found.values()].map((effect) => ({ ...effect, verdict: verdictOf(effect.webs) }));
}

function onWeb({ claims, reasons }: ExperimentReport, words: string): OnWeb | undefined {
  const known = claims.filter(({ effect, outcome }) => effect === words && outcome !== 'unknown');
  if (known.length === 0) return undefined;
  return {
    outcome: outcomeOf(known),
    // Of points of a curve the last is that of the whole crawl.
    claim: known.some(({ words: own }) => /at \d\/8$/.test(own)) ? known.at(-1)! : known[0]!,
    reasons: reasons.filter(({ of }) => of === undefined || words.includes(of)),
  };
}

function outcomeOf(claims: readonly CheckedClaim[]): WebOutcome {
  const most = (is: (claim: CheckedClaim) => boolean) => 2 * claims.filter(is).length > claims.length;
  if (claims.every(({ outcome }) => outcome === 'holds')) return 'holds';
  if (most(({ outcome }) => outcome !== 'fails')) return 'in the mean';
  return most(({ refuted }) => refuted) ? 'refuted' : 'fails';
}

/** Chance hides an effect more easily than it makes one: where it may be chance, an effect is not refuted. */
function verdictOf(webs: readonly (OnWeb | undefined)[]): EffectVerdict {
  const outcomes = webs.flatMap((web) => (web === undefined ? [] : [web.outcome]));
  if (outcomes.length === 0) return 'not tested';
  const has = (outcome: WebOutcome) => outcomes.includes(outcome);
  if (has('holds') && !has('refuted')) return 'reproduced';
  return has('holds') || has('in the mean') ? 'partly' : 'not';
}
