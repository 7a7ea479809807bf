import { UsageError } from '../../failure.js';
import { contendersOf, floors } from '../contenders.js';
import type { Laboratory } from '../laboratory.js';
import { combinedJudge } from './combined-judge.js';
import type { PageJudge } from './page-judge.js';
import { type Reading, strategyJudges } from './strategy-judge.js';
import { wordJudge, wordJudgeNames } from './word-judges.js';

/** Binds judges whose ranks are added up: `bm25&osprey`. */
const combination = '&';

/**
 * Judges by name, separated by commas: `cosine`, `bm25`, strategies with their parameters, combinations. A strategy that learns
 * is there twice: as it starts, and after some pages. Those that need a model take no part, as models are trained with the labels.
 */
export async function judgesOf(given: string, lab: Laboratory, reading: Reading): Promise<PageJudge[]> {
  const names = given.split(',').map((name) => name.trim());
  const judges = await Promise.all(names.filter((name) => name !== '').map((name) => judgesNamed(name, lab, reading)));
  return judges.flat();
}

async function judgesNamed(name: string, lab: Laboratory, reading: Reading): Promise<PageJudge[]> {
  if (name.includes(combination)) {
    const parts = await Promise.all(name.split(combination).map((part) => judgesNamed(part.trim(), lab, reading)));
    return [combinedJudge(parts.map(([bare]) => bare!))];
  }
  const word = wordJudgeNames.find((kind) => kind === name);
  if (word !== undefined) return [wordJudge(word, lab.similarities, reading)];
  const strategies = (await contendersOf(name, [])).filter(
    (contender) => contender.name === name || !floors.includes(contender.name),
  );
  const able = strategies.filter(({ model }) => model === undefined);
  if (able.length === 0)
    throw new UsageError('judge-needs-model', `${name} needs a model, which is trained with the labels; leave it out.`);
  const judges = await Promise.all(able.map((contender) => strategyJudges(lab.web, contender, reading)));
  return judges.flat();
}
