import type { Settings } from '../config/options.js';
import type { Transport } from '../download/transport.js';
import { asksSources, hasLists } from '../seeding/asks-sources.js';
import type { SeedReport } from '../seeding/find-seeds.js';
import { pageKey } from '../seeding/merge-seeds.js';
import type { Seed } from '../seeding/seed.js';
import { readSeeds } from '../seeding/seeds.js';
import { userAgentOf } from './crawl-rules.js';
import { openTransport } from './open-transport.js';

/**
 * The pages to start from: those that the user gave, then those of sitemaps, feeds and crawls, then what sources know. Sources are asked
 * where the user named some, or named no other start and wants the live web. None at all is left to the caller to judge: a
 * crawl may start from its examples.
 *
 * A lent transport is used unless it is that of an archived web, which knows no sources, and is not closed.
 */
export async function seedsFor(
  settings: Settings,
  transport?: Transport,
): Promise<{ readonly seeds: readonly Seed[]; readonly report?: SeedReport }> {
  const given = readSeeds(settings);
  const asks = asksSources(settings);
  if (!asks && !hasLists(settings)) return { seeds: given };
  // Most crawls are given their seeds: what asks for more is loaded only here.
  const [{ SeedWeb }, { listedSeeds }, { askSources, findSeeds }] = await Promise.all([
    import('../seeding/seed-web.js'),
    import('../seeding/listed-seeds.js'),
    import('../seeding/find-seeds.js'),
  ]);
  const lent = settings.web.length === 0 ? transport : undefined;
  const own = lent ?? (await openTransport({ ...settings, web: [] }));
  try {
    const web = new SeedWeb(own, { userAgent: userAgentOf(settings), retries: settings.retries });
    const listed = hasLists(settings) ? await listedSeeds(settings, web) : [];
    const seeds = [...given, ...unknownTo(given, listed, (url) => url)];
    if (!asks) return { seeds };
    const find = seeds.length > 0 ? askSources : findSeeds;
    const report = await find(settings, web, process.env);
    return { seeds: [...seeds, ...unknownTo(seeds, report.seeds, pageKey)], report };
  } finally {
    if (own !== lent) await own.close();
  }
}

/** What was named before stands, with the score that it has there, whoever names the page again. */
function unknownTo(known: readonly Seed[], more: readonly Seed[], keyOf: (url: string) => string): Seed[] {
  const keys = new Set(known.map(({ url }) => keyOf(url)));
  return more.filter(({ url }) => !keys.has(keyOf(url)));
}
