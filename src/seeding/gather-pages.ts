import { Failure } from '../failure.js';
import { oneLine } from '../page/one-line.js';
import type { FoundSeed } from './seed-source.js';

export interface AnswerPage {
  /** Undefined stands for an item without a URL. */
  readonly seeds: readonly (FoundSeed | undefined)[];
  /** False where there are no more pages. */
  readonly more: boolean;
}

const longestTitle = 200;
/** Pages one after the other that are passed over since none of their items has a URL. */
const mostBarren = 3;

/**
 * Asks a source for page after page (0, 1 …) until there are `count` different URLs. A page of nothing but known URLs is the
 * last: some engines answer the last page again and again. A failure after the first page costs no more than what is
 * missing: what was found until then is the answer.
 */
export async function gatherPages(count: number, ask: (page: number) => Promise<AnswerPage>): Promise<FoundSeed[]> {
  const found = new Map<string, FoundSeed>();
  let barren = 0;
  for (let page = 0; found.size < count; page++) {
    const before = found.size;
    const answer = await ask(page).catch((thrown: unknown) => {
      if (thrown instanceof Failure && before > 0) return undefined;
      throw thrown;
    });
    const seeds = (answer?.seeds ?? []).filter((seed) => seed !== undefined);
    for (const seed of seeds) if (!found.has(seed.url)) found.set(seed.url, seed);
    barren = seeds.length === 0 ? barren + 1 : 0;
    const isRepeated = seeds.length > 0 && found.size === before;
    if (!answer?.more || answer.seeds.length === 0 || isRepeated || barren > mostBarren) break;
  }
  return [...found.values()].slice(0, count);
}

/** A seed with its title on one line. */
export function foundSeed(url: string | undefined, title?: string): FoundSeed | undefined {
  if (url === undefined) return undefined;
  const line = oneLine(title ?? '', longestTitle);
  return line === '' ? { url } : { url, title: line };
}
