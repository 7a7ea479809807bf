import { existsSync } from 'node:fs';
import path from 'node:path';
import { Failure, messageOf, UsageError } from '../failure.js';
import type { Strategy } from '../model/strategy.js';
import { oneLine } from '../page/one-line.js';
import type { StrategyEntry } from './strategy-entry.js';

/** Whether `--strategy` names a file, not one of our own strategies. */
export function isStrategyFile(given: string): boolean {
  return /[/\\]|\.[cm]?[jt]s$/.test(given);
}

/**
 * Refuses a file that only the config in a crawl's folder names: it is code, and folders are passed on. `named` is what the
 * user says now.
 */
export function assertNamed(strategy: string, named: unknown): void {
  if (!isStrategyFile(strategy)) return;
  if (typeof named === 'string' && path.resolve(named) === path.resolve(strategy)) return;
  throw new UsageError(
    'strategy-file-not-named',
    `This crawl uses the strategy file ${oneLine(strategy, 500)}, which is code; if you trust it, pass it with --strategy.`,
    { file: strategy },
  );
}

/**
 * A user's own strategy: the file exports it as `strategy`. TypeScript is taken as it is, on every version of Node, and
 * `osprey-crawler` is always this Osprey, wherever the file lies.
 */
export async function loadStrategyFile(file: string): Promise<StrategyEntry> {
  const found = path.resolve(file);
  if (!existsSync(found)) {
    throw new UsageError('no-strategy-file', `The strategy file ${found} does not exist; check the path.`, { file });
  }
  const [osprey, { createJiti }] = await Promise.all([import('../index.js'), import('jiti')]);
  const jiti = createJiti(import.meta.url, { fsCache: false, virtualModules: { 'osprey-crawler': osprey } });
  let loaded: { readonly strategy?: Partial<StrategyEntry> };
  try {
    loaded = await jiti.import(found);
  } catch (thrown) {
    const why = oneLine(messageOf(thrown), 200);
    throw new UsageError('bad-strategy-file', `Cannot load the strategy file ${found} (${why}).`, {
      file,
    });
  }
  const { strategy } = loaded;
  if (typeof strategy?.name !== 'string' || typeof strategy.prepare !== 'function') {
    throw new UsageError(
      'bad-strategy-file',
      `The strategy file ${found} must export one made by defineStrategy, as: export const strategy = defineStrategy({ name, …, prepare }).`,
      { file },
    );
  }
  const entry = { summary: '', source: found, needs: [], parameters: {}, parts: {}, ...strategy } as StrategyEntry;
  return {
    ...entry,
    prepare(inputs) {
      const { make, ...ready } = entry.prepare(inputs);
      return { ...ready, make: (topic) => blamed(make(topic), found) };
    },
  };
}

/** What goes wrong in a user's strategy is said to be its fault, with the page at which it happened. */
function blamed(strategy: Strategy, file: string): Strategy {
  return blamedObject(strategy, '', (method, subject, thrown) => {
    const url = urlOf(subject);
    const where = url === undefined ? '' : ` at ${url}`;
    const message = `The strategy file ${file}: ${method} failed${where}: ${messageOf(thrown)}.`;
    return new Failure('strategy-failed', message, 'fatal', { file }, thrown);
  });
}

type Blame = (method: string, subject: unknown, thrown: unknown) => Failure;

/** Capabilities are objects of methods, too. */
const capabilities: ReadonlySet<string | symbol> = new Set(['queueing', 'labels', 'external']);

function blamedObject<T extends object>(blamedFor: T, prefix: string, blame: Blame): T {
  return new Proxy(blamedFor, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      const name = `${prefix}${String(key)}`;
      if (capabilities.has(key) && typeof value === 'object' && value !== null)
        return blamedObject(value, `${name}.`, blame);
      if (typeof value !== 'function' || key === 'merge') return value;
      return (...given: unknown[]) => {
        try {
          const result: unknown = value.apply(target, given);
          if (!(result instanceof Promise)) return result;
          return result.catch((thrown) => {
            throw blame(name, given[0], thrown);
          });
        } catch (thrown) {
          throw blame(name, given[0], thrown);
        }
      };
    },
  });
}

/** Of a page, a visit or a label. */
function urlOf(subject: unknown): string | undefined {
  const { url, page } = (subject ?? {}) as { readonly url?: string; readonly page?: { readonly url?: string } };
  return url ?? page?.url;
}
