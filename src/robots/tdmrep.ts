import type { PageRights } from '../model/page-rights.js';
import { tdmRights } from './stated-rights.js';

/** Where a site states its reservations (TDM Reservation Protocol). */
export const tdmrepPath = '/.well-known/tdmrep.json';
export const maxTdmrepBytes = 256 * 1024;
const mostRules = 1_000;

/** What a site's tdmrep.json says of its pages: the first rule that matches the path counts. Anything that is none says nothing. */
export function parseTdmrep(text: string): (path: string) => PageRights | undefined {
  const rules = rulesIn(text);
  return (path) => rules.find(({ matches }) => matches(path))?.rights;
}

interface TdmRule {
  readonly matches: (path: string) => boolean;
  readonly rights: PageRights;
}

function rulesIn(text: string): TdmRule[] {
  let stated: unknown;
  try {
    stated = JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(stated)) return [];
  return stated.slice(0, mostRules).flatMap((rule: Record<string, unknown> | null) => {
    const location = rule?.location;
    const rights = tdmRights(textOf(rule?.['tdm-reservation']), textOf(rule?.['tdm-policy']));
    return typeof location === 'string' && rights.tdm !== undefined ? [{ matches: pathMatcher(location), rights }] : [];
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** As in robots.txt: a beginning, with `*` for anything and `$` for the end. Parts are looked for from left to right, in linear time. */
function pathMatcher(location: string): (path: string) => boolean {
  const isWhole = location.endsWith('$');
  const parts = (isWhole ? location.slice(0, -1) : location).split('*');
  return (path) => {
    if (!path.startsWith(parts[0]!)) return false;
    let at = parts[0]!.length;
    for (const part of parts.slice(1, isWhole ? -1 : undefined)) {
      const found = path.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    if (!isWhole) return true;
    const last = parts.length > 1 ? parts.at(-1)! : '';
    return parts.length > 1 ? path.length - last.length >= at && path.endsWith(last) : path.length === at;
  };
}
