import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { messageOf } from '../failure.js';
import { oneLine } from '../page/one-line.js';
import { DocumentSnapshot } from './document-snapshot.js';
import { PageRequests } from './page-requests.js';
import type { PartCache } from './part-cache.js';
import type { RenderFailure, Rendering, RenderRequest } from './renderer.js';

export interface RenderPageOptions {
  readonly userAgent: string;
  readonly timeMs: number;
  readonly cache: PartCache;
}

/** A page is complete when it asked for nothing and did not change for so long (ms). */
const quietMs = 500;
const looksEvery = 100;
/** After its time is over, a page that still listens may hand over what it has by then. */
const lastCallMs = 1_000;
/** A context that takes longer to close belongs to a page that does not let go. */
const closingMs = 2_000;
const longestDetail = 300;

/** There is no way to reach others past the proxy; this spares pages the try. */
const withoutSideDoors = `for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'SharedWorker'])
  Object.defineProperty(globalThis, name, { value: undefined });
globalThis.open = () => null;`;

interface RenderedPage {
  readonly rendering: Rendering;
  /** The browser is gone, or holds a page that does not let go: it has to be started anew. */
  readonly isLost: boolean;
  /** The page was not even begun. */
  readonly isUntried?: boolean;
}

/** Renders one page in a context of its own, which is gone afterwards with all that it kept. */
export async function renderPage(
  browser: Browser,
  request: RenderRequest,
  options: RenderPageOptions,
): Promise<RenderedPage> {
  const requests = new PageRequests(request, request.parts, options.cache);
  const { userAgent } = options;
  // Browsers take theirs from the system, where it may be one that scripts cannot make sense of.
  const locale = 'en-US';
  const made = { userAgent, locale, serviceWorkers: 'block', acceptDownloads: false } as const;
  const context = await browser.newContext(made).catch(messageOf);
  if (typeof context === 'string')
    return { rendering: failed('render-crashed', context), isLost: true, isUntried: true };
  let rendering: Rendering;
  try {
    rendering = await rendered(context, request, requests, options);
  } catch (thrown) {
    rendering = failed(isGone(thrown) ? 'render-crashed' : 'render-failed', messageOf(thrown));
  }
  requests.end();
  const closed = context.close().then(yes, yes);
  const isLetGo = await Promise.race([closed, sleep(closingMs, false, { ref: false })]);
  return { rendering, isLost: !isLetGo || !browser.isConnected() };
}

const yes = () => true;

/** The page's process is gone, or the whole browser. */
class Gone extends Error {}

/** Whatever was asked of it at that moment fails first, in words of its own. */
function isGone(thrown: unknown): boolean {
  return thrown instanceof Gone || /\b(?:crashed|closed|disconnected)\b/i.test(messageOf(thrown));
}

async function rendered(
  context: BrowserContext,
  request: RenderRequest,
  requests: PageRequests,
  { timeMs }: RenderPageOptions,
): Promise<Rendering> {
  let own: Page | undefined;
  const ending = performance.now() + timeMs;
  await context.route('**/*', (route) => requests.answer(route, own));
  await context.addInitScript(withoutSideDoors);
  const page = await context.newPage();
  own = page;
  context.on('page', (other) => void other.close().catch(() => {}));
  const gone = new Promise<never>((_, reject) => {
    page.on('crash', () => reject(new Gone('The process of the page crashed.')));
    context.on('close', () => reject(new Gone('The browser went away.')));
  });
  gone.catch(() => {});
  const timed = <T>(work: Promise<T>, ms: number) => {
    work.catch(() => {});
    return Promise.race([work, gone, sleep(Math.max(0, ms), undefined, { ref: false })]);
  };
  // Navigation fails where scripts lead elsewhere at once; what matters is what the page is then.
  const arriving = page.goto(request.url, { waitUntil: 'domcontentloaded', timeout: timeMs }).then(yes, yes);
  await timed(Promise.race([arriving, requests.led]), ending - performance.now());
  const session = await context.newCDPSession(page);
  const last = () => Math.max(lastCallMs, ending - performance.now());
  const snapshot = await timed(DocumentSnapshot.of(session), last());
  if (snapshot === undefined) return timeout(timeMs);
  await untilQuiet(snapshot, requests, ending, timed);
  if (requests.movedTo !== undefined && requests.movedTo !== request.url)
    return { kind: 'moved', url: requests.movedTo };
  const html = await timed(
    snapshot.html(request.maxBytes).then((found) => ({ found })),
    last(),
  );
  if (html === undefined) return timeout(timeMs);
  const bytes = html.found === undefined ? undefined : Buffer.from(html.found, 'utf8');
  if (bytes === undefined || bytes.length > request.maxBytes)
    return failed('render-too-large', `The rendered document has more than ${request.maxBytes} bytes.`);
  return { kind: 'document', html: new Uint8Array(bytes) };
}

/** Or until its time is over. */
async function untilQuiet(
  snapshot: DocumentSnapshot,
  requests: PageRequests,
  ending: number,
  timed: <T>(work: Promise<T>, ms: number) => Promise<T | undefined>,
): Promise<void> {
  let [size, since]: [unknown, number] = [undefined, performance.now()];
  while (performance.now() < ending && requests.movedTo === undefined) {
    const now = await timed(snapshot.size(), ending - performance.now());
    if (now !== size || requests.isBusy) [size, since] = [now, performance.now()];
    else if (performance.now() - since >= quietMs) return;
    await sleep(Math.min(looksEvery, Math.max(0, ending - performance.now())));
  }
}

function timeout(ms: number): Rendering {
  return failed('render-timeout', `Its scripts were not done after ${ms / 1000} s.`);
}

function failed(reason: RenderFailure, detail: string): Rendering {
  return { kind: 'failed', reason, detail: oneLine(detail, longestDetail) };
}
