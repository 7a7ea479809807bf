import type { Audit, AuditedSample } from '../../../lab/audit/audit.js';
import type { Interval } from '../../../lab/results.js';
import { columns, count, counted, percent } from '../../terminal/format.js';

/** What people found a crawl to be worth, beside its own figures. */
export function auditLines(audit: Audit, folder: string): string[] {
  const { fetched, copies, own, called, uncalled, harvest } = audit;
  const rows = [
    [
      'Harvest',
      percent(own.harvest),
      `${count(own.relevant)} of ${counted(fetched, 'page')}, by the crawl's own judgement`,
    ],
    harvest === null
      ? ['Audited harvest', 'not yet', missingWord(audit, folder)]
      : ['Audited harvest', withRange(harvest), sources[harvest.from]],
    ['Precision', shareText(called), `${sampleText(called)} judged relevant by the crawl`],
    ['Missed', shareText(uncalled), `${sampleText(uncalled)} judged not relevant by the crawl`],
  ];
  const unsure = called.unsure + uncalled.unsure;
  const notes = [
    ...(copies > 0 ? [`Duplicates (${counted(copies, 'page')}) count as fetched, not as found.`] : []),
    ...(unsure > 0 ? [`Left out as not sure: ${counted(unsure, 'page')}.`] : []),
    'Ranges are 95 % Wilson intervals of random samples.',
  ];
  return [...columns(rows), '', ...notes];
}

const sources = {
  'all-pages': 'from a random sample of all pages',
  'both-kinds': 'from samples of both kinds of page below, weighted by their numbers',
} as const;

function missingWord({ called }: Audit, folder: string): string {
  const kind = called.pages > 0 && called.share === null ? 'relevant' : 'other';
  return `needs pages of both kinds: osprey lab label ${folder} --from ${kind}`;
}

function shareText({ share }: AuditedSample): string {
  return share === null ? '–' : withRange(share);
}

export function withRange({ mean, low, high }: Interval): string {
  return `${percent(mean)} (${percent(low)} to ${percent(high)})`;
}

function sampleText({ relevant, other, pages }: AuditedSample): string {
  return `${count(relevant)} of ${count(relevant + other)} judged, of ${counted(pages, 'page')}`;
}
