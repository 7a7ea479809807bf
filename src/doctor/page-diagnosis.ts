import type { TransportResponse } from '../download/transport.js';
import type { Scope } from '../frontier/scope.js';
import type { Rejection } from '../model/frontier.js';
import type { Link, Page } from '../model/page.js';
import { type CharsetSource, decodeBody } from '../page/charset.js';
import { pageInputOf } from '../reading/page-input.js';
import { type ReadOptions, readPage } from '../reading/read-page.js';
import { headerRobotsDirectives } from '../robots/robots-directives.js';

/** What a crawl would make of a page, apart from what it is about. */
export interface PageDiagnosis {
  readonly title: string;
  /** ISO 639-1 code, or '' when unknown. */
  readonly language: string;
  readonly charset: { readonly name: string; readonly source: CharsetSource };
  /** Bytes after content decoding. */
  readonly bytes: number;
  /** `rel=canonical`, in its own canonical form. The crawl goes by the address that it has fetched. */
  readonly canonical?: string;
  readonly noindex: AskedBy;
  readonly nofollow: AskedBy;
  readonly links: LinksDiagnosis;
  /** It is empty without scripts. */
  readonly needsScripts?: true;
}

/** Who asks for it: X-Robots-Tag, a robots meta tag, both or none. */
export interface AskedBy {
  readonly header: boolean;
  readonly meta: boolean;
}

/** Links by what would become of them; each is counted once. */
export interface LinksDiagnosis {
  readonly total: number;
  readonly followed: number;
  readonly nofollow: number;
  /** Kept out by rules of the scope. */
  readonly outside: Readonly<Partial<Record<Rejection, number>>>;
  /** Not looked at: the page has more than the limits allow. */
  readonly dropped: number;
}

export interface PageDiagnosisRules {
  readonly reading: ReadOptions;
  readonly maxPageBytes: number;
  readonly followNofollow: boolean;
  readonly scope: Scope;
}

export function treatedPage(page: Page, response: TransportResponse, rules: PageDiagnosisRules): PageDiagnosis {
  const { xRobotsTag, ...input } = pageInputOf(page.url, response, rules.maxPageBytes);
  const header = headerRobotsDirectives(xRobotsTag ?? '', rules.reading.productTokens);
  // Read without its header, the page tells what it asks for itself.
  const isText = page.contentType !== 'application/pdf';
  const own = isText ? readPage(input, rules.reading) : { ...page, noindex: false, nofollow: false };
  const meta = xRobotsTag === undefined ? page : own;
  const { title, language, canonical } = page;
  return {
    title,
    language,
    charset: { name: page.charset, source: decodeBody(input.body, input.contentType).source },
    bytes: input.body.length,
    ...(canonical !== undefined && { canonical }),
    noindex: { header: header.noindex, meta: meta.noindex },
    nofollow: { header: header.nofollow, meta: meta.nofollow },
    links: treatedLinks(page, rules),
    ...(page.needsScripts && { needsScripts: true }),
  };
}

export function isAsked({ header, meta }: AskedBy): boolean {
  return header || meta;
}

/** As the agent of a crawl rejects them (`page-verdict.ts`): nofollow first, then the scope. */
function treatedLinks(page: Page, { followNofollow, scope }: PageDiagnosisRules): LinksDiagnosis {
  const outside: Partial<Record<Rejection, number>> = {};
  let [followed, nofollow] = [0, 0];
  const isShunned = (link: Link) => !followNofollow && (link.nofollow || page.nofollow);
  for (const link of page.links) {
    const rule = isShunned(link) ? 'nofollow' : scope.rejection(link.url, 1);
    if (rule === undefined) followed++;
    else if (rule === 'nofollow') nofollow++;
    else outside[rule] = (outside[rule] ?? 0) + 1;
  }
  return { total: page.links.length, followed, nofollow, outside, dropped: page.droppedLinks ?? 0 };
}
