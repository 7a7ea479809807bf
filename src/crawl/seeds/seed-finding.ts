import type { Settings } from '../../config/options.js';
import { asksSources, hasLists } from '../../seeding/asks-sources.js';
import { chooseSeeds, mergeSeeds, pageKey } from '../../seeding/merge-seeds.js';
import type { Seed } from '../../seeding/seed.js';
import { nothingFound, type SeedReport, seedReport } from '../../seeding/seed-report.js';
import type { SeedSource } from '../../seeding/seed-source.js';
import { readSeeds } from '../../seeding/seeds.js';
import { userAgentOf } from '../crawl-rules.js';
import type { CrawlHooks } from '../open-crawl.js';
import { openTransport } from '../open-transport.js';

/** What may be lent to the search for seeds, and who hears of it. */
export type SeedHooks = Pick<CrawlHooks, 'transport' | 'onSeeking' | 'seedSources'>;

/**
 * The pages to start from: those that the user gave, then the best of what sitemaps, feeds, crawls and sources name. Sources are asked
 * where the user named some, or named no other start and wants the live web. None at all is left to the caller to judge, unless
 * they were looked for: a crawl may start from its examples.
 *
 * A lent transport is used unless it is that of an archived web, which knows no sources, and is not closed.
 */
export async function seedsFor(
  settings: Settings,
  { transport, onSeeking: onWaiting, seedSources: lentSources = [] }: SeedHooks = {},
): Promise<{ readonly seeds: readonly Seed[]; readonly report?: SeedReport }> {
  const given = readSeeds(settings);
  const asks = asksSources(settings);
  if (settings.sourceUrl.size + settings.sourceKey.size > 0) await checkNames(settings, lentSources);
  if (!asks && !hasLists(settings)) return { seeds: given };
  // Most crawls are given their seeds: what asks for more is loaded only here.
  const [{ largestAnswer, SeedWeb }, { listedSeeds }, { findSeeds }, { seedSources }] = await Promise.all([
    import('../../seeding/seed-web.js'),
    import('../../seeding/listed-seeds.js'),
    import('../../seeding/find-seeds.js'),
    import('../../seeding/sources.js'),
  ]);
  const lent = settings.web.length === 0 ? transport : undefined;
  const own = lent ?? (await openTransport({ ...settings, web: [], maxPageBytes: largestAnswer }));
  try {
    const { retries } = settings;
    const web = new SeedWeb(own, { userAgent: userAgentOf(settings), retries, ...(onWaiting && { onWaiting }) });
    const listed = await listedSeeds(settings, web);
    const { answers, left } = asks
      ? await findSeeds(settings, web, process.env, [...seedSources, ...lentSources])
      : { answers: [], left: [] };
    const all = [...listed, ...answers];
    // What the user gave stands, with the score that it has there, whoever names the page again.
    const keys = new Set(given.map(({ url }) => pageKey(url)));
    const found = mergeSeeds(all).filter(({ url }) => !keys.has(pageKey(url)));
    const seeds = [...given, ...chooseSeeds(found, settings.seedCount)];
    const report = seedReport(all, left, found.length);
    if (seeds.length === 0) throw nothingFound(settings.query, report);
    return { seeds, report };
  } finally {
    if (own !== lent) await own.close();
  }
}

async function checkNames(settings: Settings, lent: readonly SeedSource[]): Promise<void> {
  const [{ checkSourceNames }, { seedSources }] = await Promise.all([
    import('../../seeding/source-names.js'),
    import('../../seeding/sources.js'),
  ]);
  checkSourceNames(settings, [...seedSources, ...lent]);
}
