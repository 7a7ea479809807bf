import type { Given, Layer } from './layer.js';
import { isHttpUrl } from './network-kinds.js';
import type { OptionKey, Settings } from './options.js';
import type { Problem } from './problem.js';

/** Options of which only one can hold. */
const EITHER_OR: readonly (readonly [OptionKey, OptionKey, reason: string])[] = [
  ['threshold', 'rawThreshold', 'pages are judged by one of them'],
  ['web', 'proxy', 'an archived web needs no network'],
  ['web', 'resolve', 'an archived web needs no network'],
];

/** What a source says against itself. */
export function clashes({ given }: Layer): Problem[] {
  const problems: Problem[] = [];
  for (const [one, other, reason] of EITHER_OR) {
    if (isSet(given.get(one)) && isSet(given.get(other))) {
      problems.push({ where: given.get(other)!.where, reason: `cannot be used with ${one}: ${reason}` });
    }
  }
  return problems;
}

/** What weaker sources gave, without the options that cannot hold beside those of a stronger one. */
export function withoutClashing(
  weaker: ReadonlyMap<OptionKey, Given>,
  { given }: Layer,
): ReadonlyMap<OptionKey, Given> {
  const left = new Map(weaker);
  for (const [one, other] of EITHER_OR) {
    if (isSet(given.get(one))) left.delete(other);
    if (isSet(given.get(other))) left.delete(one);
  }
  return left;
}

/** What is missing, or right by itself and wrong together. */
export function combinationProblems(settings: Settings, given: ReadonlyMap<OptionKey, Given>): Problem[] {
  const problems: Problem[] = [];
  const { example, contentTerms, model, queryLog } = settings;
  const isTold = isPresent(contentTerms, given.get('contentTerms')) || model !== undefined || queryLog !== undefined;
  if (!given.has('query') && !isPresent(example, given.get('example')) && !isTold) {
    problems.push({
      where: 'query',
      reason:
        'say what the pages should be about, or give a page about it with --example (some strategies go by --content-terms, --model or --query-log instead)',
    });
  }
  // The links of example pages are a start too.
  if (!given.has('seeds') && !isPresent(settings.seed, given.get('seed')) && !example.some(isHttpUrl)) {
    problems.push({ where: 'seed', reason: 'give at least one page to start from, with --seed URL or --seeds FILE' });
  }
  const { requests, requestsPerHost } = settings;
  if (requestsPerHost > requests) {
    problems.push({
      where: given.get('requestsPerHost')?.where ?? 'requestsPerHost',
      reason: `must not be more than --requests, which is ${requests}`,
    });
  }
  return problems;
}

/** A list with something in it, or one that was wrong and is reported already. */
function isPresent(list: readonly unknown[], given: Given | undefined): boolean {
  return list.length > 0 || (given !== undefined && given.value === undefined);
}

/** Not set: a list or map that is empty, since that is how a list is cleared. */
function isSet(given: Given | undefined): boolean {
  if (given?.value === undefined) return false;
  if (Array.isArray(given.value)) return given.value.length > 0;
  return !(given.value instanceof Map) || given.value.size > 0;
}
