import { readParameters } from '../config/parameters.js';
import { parametersOf } from '../config/strategy-parameters.js';
import { UsageError } from '../failure.js';
import { entryOf, strategies } from '../strategy/strategies.js';
import type { Contender } from './contender.js';
import { supervisionOf } from './supervision/needs.js';
import type { LabTopic } from './topics/lab-topic.js';

/** In every comparison: what crawls are worth that look at nothing. */
export const floors: readonly string[] = ['breadth-first', 'random'];

/** The ones of the five papers, or in their surveys. */
const ofThePapers = /\bpaper 00\d|\bthesis\b/;
/** A strategy with parameters: `tswt+parents=max+size=10`. */
const parameterMark = /\+(?=[a-z][a-z-]*=)/;

/**
 * Who takes part: names or files separated by commas, each with parameters if need be, `papers` for every strategy of the
 * five papers, `all` for every one there is. The floors are always there. Throws `UsageError` on what does not exist.
 */
export async function contendersOf(given: string, topics: readonly LabTopic[]): Promise<Contender[]> {
  const names = given.split(',').map((name) => name.trim());
  const wanted = [...floors, ...names.flatMap(named)].filter((name) => name !== '');
  return Promise.all([...new Set(wanted)].map((name) => contenderOf(name, topics)));
}

function named(given: string): string[] {
  if (given === 'all') return strategies.map(({ name }) => name);
  if (given === 'papers') return strategies.filter(({ source }) => ofThePapers.test(source)).map(({ name }) => name);
  return [given];
}

async function contenderOf(given: string, topics: readonly LabTopic[]): Promise<Contender> {
  const [strategy = '', ...assignments] = given.split(parameterMark);
  const entry = await entryOf(strategy);
  const set = Object.fromEntries(
    assignments.map((assignment) => {
      const at = assignment.indexOf('=');
      return [`${entry.name}.${assignment.slice(0, at)}`, assignment.slice(at + 1)];
    }),
  );
  readParameters(entry.name, entry.parameters, parametersOf(new Map(Object.entries(set)), entry.name));
  return {
    name: [entry.name, ...assignments].join('+'),
    strategy,
    summary: entry.summary,
    options: assignments.length > 0 ? { set } : {},
    supervision: supervisionOf(entry, topics),
    ...(entry.model !== undefined && { model: entry.model }),
  };
}

/** The contender that others are compared with. Throws when it does not take part. */
export function baselineOf(given: string | undefined, contenders: readonly Contender[]): string {
  const names = contenders.map(({ name }) => name);
  if (given === undefined) return names.includes('best-first') ? 'best-first' : floors[0]!;
  if (names.includes(given)) return given;
  throw new UsageError('unknown-baseline', `--baseline ${given} takes no part; choose one of ${names.join(', ')}.`);
}
