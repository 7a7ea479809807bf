import { UsageError } from '../failure.js';
import type { CrawlRecords } from '../model/crawl-store.js';
import { archivedResponse } from '../reading/archived-response.js';
import { openReader } from '../store/open-reader.js';
import { landing } from '../url/redirect-landing.js';
import { otherLabel, relevantLabel } from './targets.js';
import type { TrainingSource } from './training-source.js';

/** Copies add nothing; pages with words that are not meant are known not to be wanted; examples were given by a person. */
const learntFrom = ['page', 'ignored', 'example'] as const;

/** A finished crawl with its current judgements, in the order of its visits. Its pages come from its own archive. */
export async function crawlJudgements(location: string): Promise<TrainingSource> {
  const { records, bodies, location: shown, close } = await openReader(location);
  try {
    const { outcomes } = await records.totals();
    const total = learntFrom.reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0);
    if (total === 0)
      throw new UsageError('empty-crawl', `The crawl in ${shown} has no pages to learn from.`, { at: shown });
    const landings = await landingsOf(records);
    return {
      targets: new Set([relevantLabel]),
      visitOrder: true,
      total,
      async *documents() {
        for await (const row of records.visits({ outcomes: learntFrom })) {
          if (row.fingerprint === undefined) continue;
          const { url } = row;
          const relevant = row.outcome === 'example' || row.judgement?.relevant === true;
          yield {
            name: url,
            label: relevant ? relevantLabel : otherLabel,
            read: async (reader) => reader.read(url, await archivedResponse(bodies, row)),
          };
        }
      },
      landing: (url) => landings.get(url),
      close,
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** Where redirects and copies lead in the end. */
async function landingsOf(records: CrawlRecords): Promise<Map<string, string>> {
  const next = new Map<string, string>();
  for await (const { url, detail } of records.visits({ outcomes: ['redirect', 'duplicate'] }))
    if (detail !== undefined) next.set(url, detail);
  return new Map([...next.keys()].map((url) => [url, landing(url, (at) => next.get(at))]));
}
