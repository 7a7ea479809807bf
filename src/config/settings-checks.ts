import type { Given, Layer } from './layer.js';
import { isHttpUrl } from './network-kinds.js';
import type { OptionKey, Settings } from './options.js';
import type { Problem } from './problem.js';

/** Options that exclude each other. */
const EITHER_OR: readonly (readonly [OptionKey, OptionKey, reason: string])[] = [
  ['threshold', 'rawThreshold', 'pages are judged by one of them'],
  ['web', 'proxy', 'an archived web needs no network'],
  ['web', 'resolve', 'an archived web needs no network'],
];

/** Options of one source that exclude each other. */
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

/** Lists that are given empty when there is no list to clear: most likely an unset shell variable. */
export function emptied({ given }: Layer): Problem[] {
  return [...given.values()]
    .filter((one) => one.value !== undefined && !isSet(one))
    .map(({ where }) => ({ where, reason: 'is empty: give a value or leave it out' }));
}

/** Missing options, and options that are valid alone but not together. */
export function combinationProblems(settings: Settings, given: ReadonlyMap<OptionKey, Given>): Problem[] {
  const problems: Problem[] = [];
  const { example, contentTerms, model, queryLog } = settings;
  const isTold = isPresent(contentTerms, given.get('contentTerms')) || model !== undefined || queryLog !== undefined;
  if (!given.has('query') && !isPresent(example, given.get('example')) && !isTold) {
    problems.push({
      where: 'query',
      reason:
        'is missing; give a query, or an example page with --example (some strategies use --content-terms, --model or --query-log instead)',
    });
  }
  if (!isStarted(settings, given)) {
    problems.push({
      where: 'seed',
      reason: 'is missing; give at least one seed with --seed URL or --seeds FILE, or ask --sources',
    });
  }
  const { requests, requestsPerHost, agents } = settings;
  const several = agents !== 'auto' && agents > 1;
  if (requestsPerHost > (several ? requests * agents : requests)) {
    problems.push({
      where: given.get('requestsPerHost')?.where ?? 'requestsPerHost',
      reason: several
        ? `must not exceed the requests of all agents (--agents × --requests = ${requests * agents})`
        : `must not exceed --requests (${requests})`,
    });
  }
  return [...problems, ...withoutEffect(settings, given)];
}

/** Options without effect are refused, so that nobody wonders why the crawl ignores them. */
function withoutEffect({ organisation, levels }: Settings, given: ReadonlyMap<OptionKey, Given>): Problem[] {
  const problems: Problem[] = [];
  const refuse = (keys: readonly OptionKey[], reason: string) => {
    for (const key of keys) if (given.has(key)) problems.push({ where: given.get(key)!.where, reason });
  };
  if (organisation === 'segments')
    refuse(['levels', 'tunnelling'], 'only applies to --organisation coordinator: add that, or leave it out');
  else {
    refuse(
      ['segmentBy'],
      'does not apply to --organisation coordinator, where all agents share one queue: leave it out',
    );
    if (levels === 1) refuse(['tunnelling'], 'needs more than one level: raise --levels, or leave it out');
  }
  return problems;
}

/** Whether there is a page to start from, or a way to find one: a query is put to the sources, unless the web is an archived one. */
function isStarted(settings: Settings, given: ReadonlyMap<OptionKey, Given>): boolean {
  const lists = ['seed', 'seeds', 'sitemap', 'feed', 'fromCrawl', 'sources'] as const;
  if (lists.some((key) => isPresent(settings[key], given.get(key)))) return true;
  // The links of example pages are a start too.
  return settings.example.some(isHttpUrl) || (settings.query !== undefined && settings.web.length === 0);
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
