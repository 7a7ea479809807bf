import { type ParameterValue, parametersOf } from '../config/strategy-parameters.js';
import { UsageError } from '../failure.js';
import { entryOf } from '../strategy/entry-of.js';
import { strategies } from '../strategy/strategies.js';
import type { Contender } from './contender.js';
import { contenderOptions } from './contender-options.js';
import { supervisionOf } from './supervision/needs.js';
import type { LabTopic } from './topics/lab-topic.js';

/** In every comparison: what crawls are worth that look at nothing. */
export const floors: readonly string[] = ['breadth-first', 'random'];

/** The ones of the five papers, or in their surveys. */
const ofThePapers =
  /\b(?:Pappas et al\. 2012|Jeyapal & Palanisamy|de Assis et al\. 2009|Meenu et al\. 2014|Batsakis 2007)\b/;
/** A strategy with parameters, and options of its crawl: `tswt+parents=max+agents=4`. */
const parameterMark = /\+(?=[a-z][a-z-]*=)/;

/**
 * Who takes part: names or files separated by commas, each with parameters and options of its crawl if need be, `papers` for
 * every strategy of the five papers, `all` for every one there is. The floors are always there. `set` has parameters
 * (`--set`) for all of a strategy that do not say otherwise. Throws `UsageError` on what does not exist.
 */
export async function contendersOf(
  given: string,
  topics: readonly LabTopic[],
  set: ReadonlyMap<string, ParameterValue> = new Map(),
): Promise<Contender[]> {
  const names = given.split(',').map((name) => name.trim());
  const wanted = [...floors, ...names.flatMap(named)].filter((name) => name !== '');
  const contenders = await Promise.all([...new Set(wanted)].map((name) => contenderOf(name, topics, set)));
  const used = new Set(contenders.flatMap(({ options }) => Object.keys(options.set ?? {})));
  const unused = [...set.keys()].find((name) => !used.has(name));
  if (unused === undefined) return contenders;
  throw new UsageError(
    'unused-parameter',
    `--set ${unused}: that strategy is not in --strategies; leave it out, or add the strategy.`,
  );
}

function named(given: string): string[] {
  if (given === 'all') return strategies.map(({ name }) => name);
  if (given === 'papers') return strategies.filter(({ source }) => ofThePapers.test(source)).map(({ name }) => name);
  return [given];
}

async function contenderOf(
  given: string,
  topics: readonly LabTopic[],
  common: ReadonlyMap<string, ParameterValue>,
): Promise<Contender> {
  const [strategy = '', ...assignments] = given.split(parameterMark);
  const entry = await entryOf(strategy);
  return {
    name: [entry.name, ...assignments].join('+'),
    strategy,
    summary: entry.summary,
    options: contenderOptions(entry, assignments, parametersOf(common, entry.name)),
    supervision: supervisionOf(entry, topics),
    ...(entry.model !== undefined && { model: entry.model }),
  };
}

/** The contender that others are compared with. Throws when it does not take part. */
export function baselineOf(given: string | undefined, contenders: readonly Contender[]): string {
  const names = contenders.map(({ name }) => name);
  if (given === undefined) return names.includes('best-first') ? 'best-first' : floors[0]!;
  if (names.includes(given)) return given;
  throw new UsageError(
    'unknown-baseline',
    `--baseline ${given} is not in --strategies; choose one of ${names.join(', ')}.`,
  );
}
