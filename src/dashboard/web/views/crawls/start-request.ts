import type { StartRequest } from '../../../api/crawls.js';
import { linesOf, wordsOf } from '../../parts/field.js';

/** The form as it is written. */
export interface FormValues {
  readonly query: string;
  readonly not: string;
  readonly example: string;
  readonly seed: string;
  readonly sources: readonly string[];
  readonly maxPages: string;
  readonly maxRelevant: string;
  readonly maxTime: string;
  readonly strategy: string;
  readonly prefer: 'speed' | 'balanced' | 'quality';
  readonly language: string;
  readonly threshold: string;
  readonly maxDepth: string;
  readonly maxPerHost: string;
  readonly delay: string;
  readonly contact: string;
  readonly domains: string;
  readonly blockHosts: string;
  readonly genre: readonly string[];
  readonly name: string;
}

export function emptyForm(defaults: StartRequest): FormValues {
  const number = (value: number | undefined) => (value === undefined ? '' : String(value));
  return {
    query: '',
    not: '',
    example: '',
    seed: '',
    sources: defaults.sources ?? [],
    maxPages: number(defaults.maxPages),
    maxRelevant: number(defaults.maxRelevant),
    maxTime: defaults.maxTime ?? '',
    strategy: defaults.strategy ?? '',
    prefer: defaults.prefer ?? 'balanced',
    language: '',
    threshold: number(defaults.threshold),
    maxDepth: number(defaults.maxDepth),
    maxPerHost: number(defaults.maxPerHost),
    delay: defaults.delay ?? '',
    contact: defaults.contact ?? '',
    domains: '',
    blockHosts: '',
    genre: [],
    name: '',
  };
}

/** What is asked for: only what differs from the defaults, so that these stay what the command line has. */
export function startRequestOf(values: FormValues, defaults: StartRequest): StartRequest {
  const before = emptyForm(defaults);
  const text = (name: 'name' | 'query' | 'maxTime' | 'strategy' | 'language' | 'delay' | 'contact') => {
    const value = values[name].trim();
    return value === '' || value === before[name] ? {} : { [name]: value };
  };
  const number = (name: 'maxPages' | 'maxRelevant' | 'threshold' | 'maxDepth' | 'maxPerHost') =>
    values[name].trim() === '' || values[name] === before[name] ? {} : { [name]: Number(values[name]) };
  const list = (name: keyof StartRequest, given: readonly string[]) => (given.length === 0 ? {} : { [name]: given });
  const seeds = linesOf(values.seed);
  return {
    ...text('name'),
    ...text('query'),
    ...list('not', wordsOf(values.not)),
    ...list('example', linesOf(values.example)),
    ...list('seed', seeds),
    ...(seeds.length === 0 && list('sources', values.sources)),
    ...list('genre', values.genre),
    ...list('domains', wordsOf(values.domains)),
    ...list('blockHosts', wordsOf(values.blockHosts)),
    ...number('maxPages'),
    ...number('maxRelevant'),
    ...number('threshold'),
    ...number('maxDepth'),
    ...number('maxPerHost'),
    ...text('maxTime'),
    ...text('strategy'),
    ...text('language'),
    ...text('delay'),
    ...text('contact'),
    ...(values.prefer !== before.prefer && { prefer: values.prefer }),
  };
}
