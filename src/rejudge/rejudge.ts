import type { Bodies } from '../archive/bodies/bodies.js';
import { optionKeys, optionTable, type Settings } from '../config/options.js';
import { frontierRules } from '../crawl/crawl-rules.js';
import { exampleTerms } from '../crawl/examples/example-terms.js';
import { withLabels } from '../crawl/label-watcher.js';
import { learnerOf, mainAgent } from '../crawl/learner.js';
import { withOwnModel } from '../crawl/own-model.js';
import { saveConfig } from '../crawl/save-config.js';
import type { CrawlStore, JudgementChange } from '../model/crawl-store.js';
import { documentCount, documentOutcomes } from '../model/documents.js';
import type { VisitRow } from '../model/visit.js';
import { inOrder } from '../reading/in-order.js';
import { pageReader } from '../reading/page-pool.js';
import { readAgain } from '../reading/read-again.js';
import { archiveIdNote } from '../store/archive-id.js';
import { crawlBodies } from '../store/crawl-bodies.js';
import { openStore } from '../store/open-store.js';
import { configNote } from '../store/postgres/reading/mirror.js';
import { sharedConfig } from '../store/postgres/shared-config.js';
import { prepareStrategy } from '../strategy/prepare-strategy.js';
import { Topic } from '../topic/topic.js';
import { SecondJudge, startVisits } from './second-judge.js';

export interface RejudgeResult {
  readonly pages: number;
  readonly relevant: number;
  readonly relevantBefore: number;
  /** Pages that are not in the archive: they keep the judgement they had. */
  readonly unread: number;
}

/**
 * Judges every page of the crawl in `settings.out` again, in the order of visits, under these settings and without
 * fetching anything. The new judgements become the current ones.
 */
export async function rejudge(
  settings: Settings,
  onProgress: (done: number, total: number) => void,
): Promise<RejudgeResult> {
  const folder = settings.out!;
  const { entry, readOptions, make } = await prepareStrategy(settings);
  const store = await openStore(settings.store ?? folder, frontierRules(settings));
  const reader = pageReader(settings.workers, readOptions);
  const bodies = await bodiesOf(settings, store);
  try {
    const { outcomes, relevant: relevantBefore } = await store.records.totals();
    const total = documentCount(outcomes);
    const topic = Topic.from(settings, await exampleTerms(store, settings, bodies));
    const strategy = await withLabels(make(topic), { settings, store, reader, bodies });
    const starts = await startVisits(store.records);
    const judge = new SecondJudge(strategy, topic, settings, starts);
    let [pages, relevant, unread] = [0, 0, 0];
    const changes = async function* (): AsyncGenerator<JudgementChange> {
      const { maxPageBytes } = settings;
      const read = async (row: VisitRow) => {
        const page = await readAgain(row, { bodies, reader, maxPageBytes });
        return page && { page, ...(await judge.features(row, page, store.records)) };
      };
      // Earlier versions of pages too: the crawl has learnt from them, and they are what changed pages are compared with.
      const all = store.records.visits({ outcomes: documentOutcomes, versions: 'all' });
      for await (const [row, found] of inOrder(all, read)) {
        const change = found && (await judge.of(row, found));
        if (!row.superseded) {
          onProgress(++pages, total);
          if (found === undefined) unread++;
          if ((change ?? row.judgement)?.relevant) relevant++;
        }
        if (change !== undefined) yield change;
      }
    };
    const agents = (await store.directory.agents()).map(({ id }) => id);
    await store.rejudge(topicDefinition(settings), changes(), agents.length > 0 ? agents : [mainAgent], () => ({
      knowledge: strategy.knowledge?.snapshot(),
      learner: learnerOf(settings, entry.name),
    }));
    // Still under the lock: a crawl that is resumed from here on is the new one in all respects.
    await kept(withOwnModel(folder, settings), folder, store);
    return { pages: pages - unread, relevant, relevantBefore, unread };
  } finally {
    await reader.close();
    await bodies.close();
    await store.close();
  }
}

/** The pages of a crawl in a database wait elsewhere on this machine than those of a folder. */
async function bodiesOf({ archive, out }: Settings, { shared, notes }: CrawlStore): Promise<Bodies> {
  return shared === undefined
    ? crawlBodies(archive, out)
    : crawlBodies(archive, undefined, await notes.get(archiveIdNote));
}

async function kept(settings: Settings, folder: string, { shared, notes }: CrawlStore): Promise<void> {
  saveConfig(folder, settings);
  if (shared !== undefined) await notes.set(configNote, sharedConfig(settings));
}

/** All that makes this judge the one it is, as it would stand in a config file. */
function topicDefinition(settings: Settings): string {
  const keys = optionKeys.filter((key) => optionTable[key].group === 'Topic' && settings[key] !== undefined);
  return JSON.stringify(Object.fromEntries(keys.map((key) => [key, optionTable[key].kind.format(settings[key])])));
}
