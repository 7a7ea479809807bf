import type { VisitFact } from '../../../model/crawl-browsing.js';
import type { VisitRow } from '../../../model/visit.js';
import { hostOf } from '../../../url/canonical-url.js';
import type { AskedPage, AskRound } from '../../api/pages.js';
import { busy } from '../../server/refusal.js';
import type { ShownCrawl } from '../../server/shown-crawl.js';
import { ownJudgement } from './own-judgement.js';
import { pageLines } from './page-lines.js';
import { randomSeedOf } from './random-seed.js';

/** How many pages of each kind are asked about. */
const wanted = { random: 5, threshold: 10, top: 5 } as const;
const perRound = wanted.random + wanted.threshold + wanted.top;
const mostPerHost = 2;
/** Bits in which the simhashes of near-copies differ at most. */
const nearCopyBits = 6;
/** Candidates looked at for one kind. */
const mostLookedAt = 4_000;
const chunk = 200;

type Why = AskedPage['why'];

interface Asked {
  readonly row: VisitRow;
  readonly why: Why;
}

/** A round under way: it stays the same until it is finished. */
export interface OpenRound {
  readonly number: number;
  readonly asked: readonly { readonly seq: number; readonly why: Why }[];
  readonly before: Awaited<ReturnType<typeof ownJudgement>>;
}

/** Draws a round: pages near the threshold, the best that nobody has seen, and random ones, which feed the audit. */
export async function drawRound(crawl: ShownCrawl, number: number): Promise<OpenRound> {
  const reader = await crawl.reader();
  if (!(await crawl.digest.update(reader, randomSeedOf(crawl), 5_000)))
    throw busy('The crawl is being read for the first time; ask again in a moment.');
  const { judgements } = crawl.labels();
  const choice = new RoundChoice(crawl.digest.hostNames.length, (url) => judgements.has(url));
  // What is put off because of its host comes first in the next round: a sample stays random as long as none is left out for good.
  for (const { seq } of crawl.digest.drawn()) {
    if (choice.count('random') === wanted.random) break;
    await choice.offer(await reader.records.visit(seq), 'random');
  }
  for await (const fact of nearThreshold(crawl)) {
    if (choice.count('threshold') === wanted.threshold) break;
    await choice.offer(await reader.records.visit(fact.seq), 'threshold');
  }
  for await (const fact of walk(crawl, 'relevance')) {
    if (choice.asked.length === perRound) break;
    await choice.offer(await reader.records.visit(fact.seq), 'top');
  }
  const asked = choice.asked.map(({ row, why }) => ({ seq: row.seq, why }));
  return { number, asked, before: await ownJudgement(crawl) };
}

/** The round as it stands, with what was said so far. */
export async function roundView(crawl: ShownCrawl, { number, asked }: OpenRound): Promise<AskRound> {
  const { records } = await crawl.reader();
  const rows: Asked[] = [];
  for (const { seq, why } of asked) {
    const row = await records.visit(seq);
    if (row !== undefined) rows.push({ row, why });
  }
  const lines = await pageLines(
    crawl,
    rows.map(({ row }) => row),
  );
  const pages = lines.map((line, place) => ({ ...line, why: rows[place]!.why }));
  const answered = pages.filter(({ label }) => label !== undefined).length;
  return { round: number, pages, answered, judged: await ownJudgement(crawl) };
}

/** What a round takes: at most two of a host, no near-copies, nothing that was labelled. */
class RoundChoice {
  readonly asked: Asked[] = [];
  readonly #hosts = new Map<string, number>();
  readonly #seen = new Set<number>();
  readonly #perHost: number;

  constructor(
    hosts: number,
    private readonly isLabelled: (url: string) => boolean,
  ) {
    // A crawl of a few hosts has no other pages to ask about.
    this.#perHost = Math.max(mostPerHost, Math.ceil(perRound / Math.max(1, hosts)));
  }

  count(why: Why): number {
    return this.asked.filter((one) => one.why === why).length;
  }

  async offer(row: VisitRow | undefined, why: Why): Promise<void> {
    if (row === undefined || this.#seen.has(row.urlId) || row.superseded) return;
    if ((row.outcome !== 'page' && row.outcome !== 'ignored') || this.isLabelled(row.url)) return;
    const host = hostOf(row.url);
    const ofHost = this.#hosts.get(host) ?? 0;
    if (ofHost >= this.#perHost || this.asked.some(({ row: other }) => isNearCopy(row, other))) return;
    this.#seen.add(row.urlId);
    this.#hosts.set(host, ofHost + 1);
    this.asked.push({ row, why });
  }
}

function isNearCopy({ simhash: a }: VisitRow, { simhash: b }: VisitRow): boolean {
  if (a === undefined || b === undefined) return false;
  let bits = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  let different = 0;
  for (; bits !== 0n; bits &= bits - 1n) different++;
  return different <= nearCopyBits;
}

/** Judged visits from both sides of the threshold, the nearest first. */
async function* nearThreshold(crawl: ShownCrawl): AsyncGenerator<VisitFact> {
  const at = await thresholdOf(crawl);
  const [below, above] = [walk(crawl, 'relevance', at), walk(crawl, 'relevance-up', at)];
  let [down, up] = [await below.next(), await above.next()];
  while (!down.done || !up.done) {
    const distance = (next: IteratorResult<VisitFact>) =>
      next.done ? Number.POSITIVE_INFINITY : Math.abs(next.value.relevance - at);
    if (distance(down) < distance(up)) {
      yield down.value;
      down = await below.next();
    } else {
      yield up.value;
      up = await above.next();
    }
  }
}

/** Where pages are judged by their raw score: the relevance of the last that is called relevant. */
async function thresholdOf(crawl: ShownCrawl): Promise<number> {
  const { threshold, rawThreshold } = crawl.settings();
  if (rawThreshold === undefined) return threshold;
  let last = 1;
  for await (const { relevant, relevance } of walk(crawl, 'relevance')) {
    if (!relevant) break;
    last = relevance;
  }
  return last;
}

async function* walk(crawl: ShownCrawl, order: 'relevance' | 'relevance-up', from?: number): AsyncGenerator<VisitFact> {
  const { browsing } = await crawl.reader();
  let after = from === undefined ? undefined : { relevance: from, seq: 0 };
  for (let lookedAt = 0; lookedAt < mostLookedAt; lookedAt += chunk) {
    const facts = await browsing.facts({ order, ...(after && { after }), limit: chunk });
    yield* facts;
    const last = facts.at(-1);
    if (last === undefined || facts.length < chunk) return;
    after = { relevance: last.relevance, seq: last.seq };
  }
}
