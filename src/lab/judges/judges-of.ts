import { UsageError } from '../../failure.js';
import { contendersOf, floors } from '../contenders.js';
import type { Laboratory } from '../laboratory.js';
import { combinedJudge } from './combined-judge.js';
import type { PageJudge } from './page-judge.js';
import { type Reading, strategyJudges } from './strategy-judge.js';
import { wordJudge, wordJudgeNames } from './word-judges.js';

/** Binds judges whose ranks are added up: `bm25&osprey`. */
const combination = '&';

/** Makes judges of a web that has been read. */
type BoundTo = (lab: Laboratory, reading: Reading) => Promise<PageJudge[]>;

/**
 * Judges by name, separated by commas: `cosine`, `bm25`, strategies with their parameters, combinations. A strategy that learns
 * is there twice: as it starts, and after some pages. Those that need a model take no part, as models are trained with the labels.
 * Names are checked at once, before a large web is read.
 */
export async function judgesOf(given: string): Promise<BoundTo> {
  const names = given.split(',').map((name) => name.trim());
  return together(await Promise.all(names.filter((name) => name !== '').map(judgesNamed)));
}

function together(judges: readonly BoundTo[]): BoundTo {
  return async (lab, reading) => (await Promise.all(judges.map((bound) => bound(lab, reading)))).flat();
}

async function judgesNamed(name: string): Promise<BoundTo> {
  if (name.includes(combination)) {
    const parts = await Promise.all(name.split(combination).map((part) => judgesNamed(part.trim())));
    return async (lab, reading) => {
      const judges = await Promise.all(parts.map((bound) => bound(lab, reading)));
      return [combinedJudge(judges.map(([bare]) => bare!))];
    };
  }
  const word = wordJudgeNames.find((kind) => kind === name);
  if (word !== undefined) return async (lab, reading) => [wordJudge(word, lab.similarities, reading)];
  const strategies = (await contendersOf(name, [])).filter(
    (contender) => contender.name === name || !floors.includes(contender.name),
  );
  const able = strategies.filter(({ model }) => model === undefined);
  if (able.length === 0)
    throw new UsageError('judge-needs-model', `${name} needs a model, which is trained with the labels; leave it out.`);
  return together(able.map((contender) => (lab, reading) => strategyJudges(lab.web, contender, reading)));
}
