import type { Audit, AuditedSample } from '../../../lab/audit/audit.js';
import type { Interval } from '../../../lab/results.js';
import { columns, count, counted, percent } from '../../terminal/format.js';

/** What people found a crawl to be worth, beside its own figures. */
export function auditLines(audit: Audit, folder: string): string[] {
  const { fetched, copies, own, called, uncalled, harvest } = audit;
  const rows = [
    ['Own harvest', percent(own.harvest), `${count(own.relevant)} of ${counted(fetched, 'page')}, as the crawl judges`],
    harvest === null
      ? ['Audited harvest', 'not yet', missingWord(audit, folder)]
      : ['Audited harvest', withRange(harvest), sources[harvest.from]],
    ['Precision', shareText(called), `${sampleText(called)} that the crawl calls relevant`],
    ['Overlooked', shareText(uncalled), `${sampleText(uncalled)} that it does not call relevant`],
  ];
  const unsure = called.unsure + uncalled.unsure;
  const notes = [
    ...(copies > 0 ? [`Copies (${counted(copies, 'page')}) count as fetched and never as found.`] : []),
    ...(unsure > 0 ? [`Left out, since nobody was sure: ${counted(unsure, 'page')}.`] : []),
    'Ranges hold with 95 % confidence: Wilson intervals of random samples.',
  ];
  return [...columns(rows), '', ...notes];
}

const sources = {
  'all-pages': 'from a random sample of all pages',
  'both-kinds': 'from a sample of each kind of page below, weighed by how many there are',
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
