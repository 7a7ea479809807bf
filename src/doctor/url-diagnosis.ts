import { HopTurns } from '../agent/hop-turns.js';
import { type Clock, systemClock } from '../clock.js';
import type { Settings } from '../config/options.js';
import { agentRules, frontierRules, userAgentOf } from '../crawl/crawl-rules.js';
import { type IndexingProgress, openTransport } from '../crawl/open-transport.js';
import { Downloader } from '../download/downloader.js';
import { hostAddresses } from '../download/host-addresses.js';
import { KnownRobots } from '../download/known-robots.js';
import { credentialOrigins } from '../download/request-headers.js';
import type { Transport } from '../download/transport.js';
import { Failure } from '../failure.js';
import { Scope } from '../frontier/scope.js';
import { unlimited } from '../model/frontier.js';
import { pageReader } from '../reading/page-pool.js';
import { MemoryStore } from '../store/memory/memory-store.js';
import { canonicalUrl } from '../url/canonical-url.js';
import { type UrlChange, urlChanges } from '../url/url-changes.js';
import { type HopDiagnosis, type HopParts, treatedHop } from './hop-diagnosis.js';
import { optionThatChanges } from './suggest-option.js';

/** How a crawl would treat a URL, as plain data with stable names: `osprey doctor --json` writes it as it is. */
export interface UrlDiagnosis {
  readonly given: string;
  /** Canonical form, and what it changed. */
  readonly url: string;
  readonly changes: readonly UrlChange[];
  /** The URL itself and where redirects led, in order. */
  readonly hops: readonly HopDiagnosis[];
  readonly verdict: Verdict;
  /** Sent for it, in order; what an earlier URL has found out already is not asked for again. */
  readonly requests: readonly SentRequest[];
}

export interface Verdict {
  readonly visited: boolean;
  /** The last URL on the way. */
  readonly url: string;
  /** Code of docs/reasons.md; '' where it would be visited. */
  readonly reason: string;
  /** The option that changes it, such as `--max-redirects 6`; absent where none does. */
  readonly option?: string;
}

/** `failure` is the code of docs/reasons.md where there was no answer. */
export interface SentRequest {
  readonly url: string;
  readonly status?: number;
  readonly failure?: string;
}

export interface DiagnosisHooks {
  readonly clock?: Clock;
  readonly onIndexing?: IndexingProgress;
  /** Called before the delay of a host is waited for. */
  readonly onWait?: (host: string, ms: number) => void;
}

/**
 * Finds out how a crawl under these settings would treat the URLs, one after the other, by asking for them as the crawl would:
 * robots.txt of each host on the way, each hop, with the delays in between. URLs must be http or https.
 */
export async function* diagnoses(
  urls: readonly string[],
  settings: Settings,
  hooks: DiagnosisHooks = {},
): AsyncGenerator<UrlDiagnosis> {
  const sent: SentRequest[] = [];
  const transport = recording(await openTransport(settings, hooks.onIndexing), sent);
  try {
    const parts = hopParts(urls, settings, transport, hooks);
    const known = new Map<string, HopDiagnosis>();
    for (const given of urls) {
      sent.length = 0;
      const url = canonicalUrl(given)!;
      const hops = await wayFrom(url, parts, known, settings.maxRedirects);
      const verdict = verdictOf(hops, settings);
      yield { given, url, changes: urlChanges(given, url), hops, verdict, requests: [...sent] };
    }
  } finally {
    await transport.close();
  }
}

/** From hop to hop until a page, a refusal or a failure. The last redirect, where it is one too many, leads nowhere. */
async function wayFrom(
  url: string,
  parts: HopParts,
  known: Map<string, HopDiagnosis>,
  maxRedirects: number,
): Promise<HopDiagnosis[]> {
  const hops: HopDiagnosis[] = [];
  for (let next: string | undefined = url; next !== undefined; ) {
    const hop: HopDiagnosis = known.get(next) ?? (await treatedHop(next, parts));
    known.set(next, hop);
    const reason: string | undefined = deadEnd(hop, hops, maxRedirects);
    hops.push(reason === undefined ? hop : { ...hop, outcome: 'none', reason });
    next = reason === undefined ? hop.target : undefined;
  }
  return hops;
}

/** Why a redirect is not followed. A crawl knows where it has been: it would not go in a circle. */
function deadEnd({ target }: HopDiagnosis, before: readonly HopDiagnosis[], maxRedirects: number): string | undefined {
  if (target === undefined) return undefined;
  if (before.some(({ url }) => url === target)) return 'redirect-loop';
  return before.length >= maxRedirects ? 'max-redirects' : undefined;
}

function verdictOf(hops: readonly HopDiagnosis[], settings: Settings): Verdict {
  const last = hops.at(-1)!;
  const option = optionThatChanges(last, settings);
  const { url, reason, outcome } = last;
  return { visited: outcome === 'page', url, reason, ...(option !== undefined && { option }) };
}

/** The parts of a crawl, but for what it is about. Nothing is kept. */
function hopParts(urls: readonly string[], settings: Settings, transport: Transport, hooks: DiagnosisHooks): HopParts {
  const { clock = systemClock, onWait } = hooks;
  const archived = settings.web.length > 0;
  const { maxPageBytes, followNofollow, language, allowPrivate, resolve, proxy } = settings;
  // How many pages a host gives is no matter here, and what is blocked is out of scope already.
  const { blocked, maxPerHost, maxPerDomain, hostsPerDomain, maxPerAddress } = unlimited;
  const anyNumber = { blocked, maxPerHost, maxPerDomain, hostsPerDomain, maxPerAddress };
  const store = new MemoryStore({ ...frontierRules(settings, archived), ...anyNumber });
  const downloader = new Downloader({
    transport,
    notes: store.notes,
    clock,
    userAgent: userAgentOf(settings),
    headers: settings.header,
    credentialOrigins: credentialOrigins(urls),
    types: settings.types,
    acquireHostSlot: (host, onBehalfOf) => store.frontier.acquireHostSlot(host, clock.now(), onBehalfOf),
  });
  const { pace } = agentRules(settings, archived);
  const reading = { language, stem: false, phrases: [], productTokens: downloader.productTokens };
  // Starting threads takes longer than reading a few pages.
  const reader = pageReader(0, reading);
  return {
    turns: new HopTurns({ store, downloader, reader, clock, pace, maxPageBytes, onWait }),
    downloader,
    robots: new KnownRobots(store.notes, clock),
    pace,
    page: { reading, maxPageBytes, followNofollow, scope: new Scope(settings) },
    addresses: archived ? undefined : hostAddresses({ allowPrivate, resolve, ...(proxy && { proxy }) }),
  };
}

/** Failures that keep a request from being sent. */
const unsent: readonly string[] = ['address-refused', 'request-invalid'];

function recording(transport: Transport, sent: SentRequest[]): Transport {
  return {
    async fetch(request) {
      const { url } = request;
      try {
        const response = await transport.fetch(request);
        sent.push({ url, status: response.status });
        return response;
      } catch (thrown) {
        const failure = thrown instanceof Failure ? thrown.code : 'fetch-failed';
        if (!unsent.includes(failure)) sent.push({ url, failure });
        throw thrown;
      }
    },
    ...(transport.addressOf && { addressOf: (url) => transport.addressOf!(url) }),
    close: () => transport.close(),
  };
}
