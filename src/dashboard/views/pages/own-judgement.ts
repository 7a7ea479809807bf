import { auditOf } from '../../../lab/audit/audit.js';
import type { PersonLabel } from '../../../labels/label-file.js';
import type { OwnJudgement } from '../../api/pages.js';
import type { ShownCrawl } from '../../server/shown-crawl.js';
import { figuresOf } from '../live.js';

/** Labels that are compared with the crawl's own view: the last ones. */
const mostCompared = 500;
/** The best threshold is told when so many were compared, of both kinds. */
const leastCompared = 5;

/** What people said of a crawl's pages, beside what the crawl thinks of them. */
export async function ownJudgement(crawl: ShownCrawl): Promise<OwnJudgement> {
  const { judgements, drawnOfAll } = crawl.labels();
  const counts: Record<PersonLabel, number> = { relevant: 0, other: 0, unsure: 0 };
  for (const { label } of judgements.values()) counts[label]++;
  const compared = await comparedPages(crawl);
  const { threshold } = crawl.settings();
  const { pages, relevant } = await figuresOf(crawl);
  const { digest } = crawl;
  const drawn = digest.drawn().map(({ url, called }) => ({ row: { url }, called }));
  const totals = { relevant: digest.called, other: digest.uncalled };
  const audit = auditOf({ pages: drawn, copies: digest.copies, totals }, judgements, drawnOfAll);
  const judged = [audit.called, audit.uncalled].reduce((sum, sample) => sum + sample.relevant + sample.other, 0);
  const best = bestThreshold(compared, threshold);
  return {
    ...counts,
    threshold,
    ...(compared.length > 0 && {
      agreement: compared.filter(({ isWanted, relevant: called }) => isWanted === called).length / compared.length,
    }),
    ...(best !== undefined && { bestThreshold: best }),
    ...(audit.harvest && {
      harvest: { mean: audit.harvest.mean, low: audit.harvest.low, high: audit.harvest.high, pages: judged },
    }),
    ownHarvest: pages === 0 ? 0 : relevant / pages,
  };
}

interface Compared {
  readonly relevance: number;
  readonly relevant: boolean;
  readonly isWanted: boolean;
}

async function comparedPages(crawl: ShownCrawl): Promise<Compared[]> {
  const { records } = await crawl.reader();
  const compared: Compared[] = [];
  for (const [url, isWanted] of [...crawl.labels().sure].slice(-mostCompared)) {
    const known = await records.find(url);
    const { judgement } = (known && (await records.visitOf(known.id))) ?? {};
    if (judgement !== undefined) compared.push({ ...judgement, isWanted });
  }
  return compared;
}

/** Halfway between two pages, where crawl and person agree on most; of several, the one nearest to the present threshold. */
export function bestThreshold(pages: readonly Omit<Compared, 'relevant'>[], present: number): number | undefined {
  const wanted = pages.filter(({ isWanted }) => isWanted).length;
  if (pages.length < leastCompared || wanted === 0 || wanted === pages.length) return undefined;
  const sorted = [...pages].sort((a, b) => a.relevance - b.relevance);
  // With the threshold below all pages, all are called relevant.
  let right = wanted;
  let best = { right, at: Math.min(present, sorted[0]!.relevance) };
  for (const [place, { relevance, isWanted }] of sorted.entries()) {
    right += isWanted ? -1 : 1;
    const above = sorted[place + 1]?.relevance ?? 1;
    if (above === relevance) continue;
    const at = present > relevance && present <= above ? present : (relevance + above) / 2;
    if (right > best.right || (right === best.right && Math.abs(at - present) < Math.abs(best.at - present)))
      best = { right, at };
  }
  return best.at;
}
