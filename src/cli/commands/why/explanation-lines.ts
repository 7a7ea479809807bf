import type { Settings } from '../../../config/options.js';
import type { Explanation, PathStep } from '../../../export/explanation.js';
import type { InLink, UrlRecord } from '../../../model/crawl-store.js';
import type { AgentEntry } from '../../../model/directory.js';
import type { RequestKind, SpendingState } from '../../../model/frontier.js';
import { isForSitemap } from '../../../model/is-for-sitemap.js';
import type { VisitRow } from '../../../model/visit.js';
import type { StrategyEntry } from '../../../strategy/strategy-entry.js';
import { isPart } from '../../../words/part-meaning.js';
import { reasonInWords } from '../../../words/reasons.js';
import { columns, count, counted, moment, printable, threeDigits, twoDigits } from '../../terminal/format.js';
import { priceInWords } from '../crawl/spending-words.js';
import { oftenInWords, sumInShort, sumLines } from './score-lines.js';

/** What the strategy says of its scores. */
export type Told = Pick<StrategyEntry, 'parts' | 'priority' | 'partsAddUp' | 'calibrated'>;

/** What keeps the host of a queued URL from being visited, if anything does. */
export interface KeptBack {
  /** Rule of docs/reasons.md. */
  readonly hostClosed?: string;
  /** End of the hours in which it is left alone (ISO 8601). */
  readonly quietUntil?: string;
  /** How the crawl last said that it spends its budget. */
  readonly spending?: SpendingState;
}

/** An explanation in words. */
export function explanationLines(
  { url, visit, versions, path, inLinks, lastLink, raisedBy }: Explanation,
  settings: Settings,
  told: Told,
  agents: readonly AgentEntry[],
  { hostClosed, quietUntil, spending }: KeptBack = {},
): string[] {
  const lines = [printable(url.url, 2_000), ''];
  if (visit !== undefined) lines.push(...visitLines(visit, settings, told, agents));
  else if (url.state === 'queued') {
    lines.push(`Queued with priority ${number(url.priority!)} on level ${url.level}.`);
    if (hostClosed !== undefined)
      lines.push(`It will not be visited. Rule "${hostClosed}": ${reasonInWords(hostClosed)}`);
    if (quietUntil !== undefined)
      lines.push(`Its host is not visited until ${moment(Date.parse(quietUntil))} (--quiet-hours).`);
    const price = spending && priceInWords(spending, { level: url.level!, priority: url.priority! });
    if (price !== undefined && hostClosed === undefined) lines.push(price);
    if (url.attempts! > 0) lines.push(`${counted(url.attempts!, 'failed attempt')} so far.`);
  } else if (url.state === 'expired') lines.push(`Not visited. Rule "expired": ${reasonInWords('expired')}`);
  else lines.push(`Not visited. Rule "${url.reason}": ${reasonInWords(url.reason)}`);
  const place = visit?.priority ?? url.priority;
  if (raisedBy !== undefined)
    lines.push(
      `Its place was raised by a page found beside it: ${printable(raisedBy.url, 200)}, score ${number(place!)}.`,
    );
  const before = versions?.[0]?.seq ?? visit?.seq ?? Number.POSITIVE_INFINITY;
  if (place !== undefined && inLinks.some(({ parts, visit: at }) => at < before && Object.hasOwn(parts, 'waits')))
    lines.push(
      `Links that waited for the weight table were scored when it was formed: its score came to ${number(place)}.`,
    );
  lines.push(...sitemapLines(url, inLinks));
  if (versions !== undefined) lines.push('', 'Visits', ...versionLines(versions));
  const summed = told.partsAddUp && lastLink !== undefined ? lastLink : undefined;
  if (summed !== undefined) lines.push('', ...linkLines(summed, told, place));
  const parts = told.partsAddUp ? sumInShort : partsInOrder;
  lines.push('', 'Path from the seed');
  for (const [index, step] of path.entries()) lines.push(...stepLines(step, index, parts));
  lines.push(...lastStep(inLinks, url, path.length, visit, parts));
  if (inLinks.length > 0) {
    lines.push('', `Links to this page (${inLinks.length === 20 ? 'the best 20' : count(inLinks.length)}), best first`);
    for (const link of inLinks)
      lines.push(
        `  ${number(link.score)}${parts(link.parts)}  ${anchor(link)} on ${printable(link.from, 200)}${link.level < 0 ? ' (not followed)' : ''}${link.visit < before ? '' : ' (found after the visit)'}`,
      );
  }
  const used = [...inLinks.map((link) => link.parts), ...path.map((step) => step.link?.parts)];
  // What was summed up is explained in its place.
  const explained = new Set(Object.keys(summed?.parts ?? {}));
  if (!told.partsAddUp) used.unshift(visit?.judgement?.parts);
  const names = used.flatMap((named) => Object.keys(named ?? {}));
  lines.push(
    ...legend(
      names.filter((name) => !explained.has(name)),
      told.parts,
    ),
  );
  if (told.priority !== undefined) lines.push('', `Queue order: ${told.priority}`);
  return lines;
}

/** What the names of the parts stand for, in the words of the strategy. Words of the topic stand for themselves. */
function legend(names: readonly string[], meanings: Told['parts']): string[] {
  const known = new Map<string, string>();
  for (const name of names) {
    const key = keyOf(name, meanings);
    if (key !== undefined) known.set(key, meanings[key]!);
  }
  if (known.size === 0) return [];
  return ['', 'Parts of the scores', ...columns([...known]).map((line) => `  ${line}`)];
}

function keyOf(name: string, meanings: Told['parts']): string | undefined {
  return Object.keys(meanings).find((candidate) => isPart(candidate, name));
}

function visitLines(visit: VisitRow, settings: Settings, told: Told, agents: readonly AgentEntry[]): string[] {
  const { judgement } = visit;
  const lines = [
    `Visit ${count(visit.seq)}${whose(visit, agents)} at ${new Date(visit.fetchedAt).toISOString()}, priority ${number(visit.priority)}, depth ${visit.depth}: ` +
      endOf(visit),
  ];
  if (visit.title) lines.push(`Title: ${printable(visit.title)}`);
  if (visit.reason !== '')
    lines.push(
      `Reason "${visit.reason}": ${reasonInWords(visit.reason)}${visit.detail ? ` (${printable(visit.detail, 300)})` : ''}`,
    );
  if (judgement !== undefined && visit.outcome !== 'example' && visit.outcome !== 'sitemap') {
    const { rawThreshold, threshold } = settings;
    const bound = rawThreshold === undefined ? `threshold ${threshold}` : `raw threshold ${rawThreshold}`;
    lines.push(
      `Relevance ${threeDigits(judgement.relevance)} (raw score ${number(judgement.raw)}; ${bound}): ${judgement.relevant ? 'relevant' : 'not relevant'}.`,
    );
    if (told.calibrated && visit.outcome !== 'ignored')
      lines.push(`In other words, ${oftenInWords(judgement.relevance)}.`);
    const named = Object.entries(judgement.parts).sort(([, a], [, b]) => b - a);
    if (visit.outcome === 'ignored')
      lines.push(`Excluded words (--not): ${named.map(([word, n]) => `${word} (${n})`).join(', ')}`);
    else if (named.length > 0 && told.partsAddUp)
      lines.push('Raw score by word', ...sums(judgement.raw, judgement.parts, told));
    else if (named.length > 0)
      lines.push(`Score by part: ${named.map(([word, part]) => `${word} ${number(part)}`).join(', ')}`);
    else lines.push('The page contains no word of the topic.');
  }
  return lines;
}

/** Whose visit it was, where there are several agents. */
function whose({ agent }: VisitRow, agents: readonly AgentEntry[]): string {
  const found = agents.length > 1 && agents.find(({ id }) => id === agent);
  return found ? ` by agent ${agent} (${printable(found.segment, 60)})` : '';
}

/** What became of the page from visit to visit. */
function versionLines(versions: readonly VisitRow[]): string[] {
  const rows = versions.map(({ fetchedAt, outcome, reason, superseded, judgement }) => [
    new Date(fetchedAt).toISOString(),
    reason === '' || reason === outcome ? outcome : `${outcome} (${reason})`,
    outcome === 'unchanged' || judgement === undefined ? '' : `relevance ${twoDigits(judgement.relevance)}`,
    superseded ? '' : 'current',
  ]);
  return columns(rows).map((line) => `  ${line}`);
}

function endOf({ outcome, status, detail }: VisitRow): string {
  if (outcome === 'page') return `page (status ${status}).`;
  return outcome === 'sitemap' ? `a sitemap, ${detail}.` : `${outcome}.`;
}

/** Who lists it, and what is said there of its last change. */
function sitemapLines({ modifiedAt }: UrlRecord, inLinks: readonly InLink[]): string[] {
  const sitemap = inLinks.find((link) => link.isSitemap && link.level >= 0);
  if (sitemap === undefined) return [];
  const changed = modifiedAt === undefined ? '' : `, last changed ${new Date(modifiedAt).toISOString()}`;
  return [`Listed in the sitemap ${printable(sitemap.from, 200)}${changed}.`];
}

/** The reasons of a strategy that sums them up, at the last link; the place in the queue may have changed since. */
function linkLines(link: InLink, told: Told, place: number | undefined): string[] {
  const since =
    place === undefined || number(place) === number(link.score) ? '' : `, since then revised to ${number(place)}`;
  return [
    `Predicted score before the visit: ${number(link.score)}, at ${anchor(link)} on ${printable(link.from, 200)}${since}`,
    ...sums(link.score, link.parts, told),
  ];
}

function sums(value: number, parts: InLink['parts'], { parts: meanings }: Told): string[] {
  return sumLines(value, parts, (name) => meanings[keyOf(name, meanings) ?? '']);
}

function stepLines({ visit, link }: PathStep, index: number, parts: PartsInShort): string[] {
  const relevance =
    visit.judgement === undefined || visit.outcome === 'example' || visit.outcome === 'sitemap'
      ? `visit ended as ${visit.outcome}`
      : `relevance ${twoDigits(visit.judgement.relevance)}`;
  const by = link === undefined ? origin(visit) : `${anchor(link)} scored ${number(link.score)}${parts(link.parts)}`;
  return [`  ${index}. ${printable(visit.url, 200)}`, `     ${by}; ${relevance}`];
}

function lastStep(
  inLinks: readonly InLink[],
  url: UrlRecord,
  index: number,
  visit: VisitRow | undefined,
  parts: PartsInShort,
): string[] {
  if (url.parent === 0) return [`  0. this URL, ${origin(visit, url.kind)}`];
  const link = inLinks.find((candidate) => candidate.visit === url.parent);
  return [
    `  ${index}. this URL${link === undefined ? '' : `, ${anchor(link)} scored ${number(link.score)}${parts(link.parts)}`}`,
  ];
}

function origin(visit: VisitRow | undefined, queuedFor?: RequestKind): string {
  if (queuedFor === 'sitemap' || (visit && isForSitemap(visit, visit))) return 'a sitemap of its site';
  return visit?.outcome === 'example' ? 'example' : 'seed';
}

function anchor({ anchor: text, parts: named, isSitemap }: InLink): string {
  if (Object.hasOwn(named, 'redirect')) return 'redirect';
  if (isSitemap) return `entry "${printable(text, 80)}"`;
  return text === '' ? 'link without text' : `link "${printable(text, 80)}"`;
}

type PartsInShort = (named: InLink['parts']) => string;

function partsInOrder(named: InLink['parts']): string {
  const entries = Object.entries(named);
  return entries.length === 0 ? '' : ` (${entries.map(([name, value]) => `${name} ${number(value)}`).join(', ')})`;
}

/** What is smaller only breaks ties in the queue. */
const least = 1e-6;

function number(value: number): string {
  if (Math.abs(value) < least) return '0';
  return Number.isInteger(value) ? String(value) : value.toPrecision(3);
}
