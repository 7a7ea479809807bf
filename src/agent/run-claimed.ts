import type { Downloader } from '../download/downloader.js';
import { headerOf, type TransportResponse } from '../download/transport.js';
import type { PageJob, PageJobResult } from '../reading/page-job.js';
import type { PageReader } from '../reading/page-pool.js';
import type { Renderer, RenderFailure } from '../render/renderer.js';

/** How the scripts of pages are run, where they are. */
export interface RenderingParts {
  readonly mode: 'auto' | 'always';
  readonly renderer: Renderer;
  readonly now: () => number;
}

/** What came of running the scripts of a page. */
export interface ClaimRendering {
  readonly reason: 'rendered' | RenderFailure;
  readonly detail?: string;
  /** Where they led instead. */
  readonly movedTo?: string;
  /** Requests of the page to its own host. */
  readonly requests: number;
}

interface RunParts {
  readonly downloader: Downloader;
  readonly reader: PageReader;
  readonly maxPageBytes: number;
  readonly rendering?: RenderingParts;
}

interface ClaimRun {
  readonly result: PageJobResult;
  readonly rendering?: ClaimRendering;
}

const html = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;

/** Reads what came of a claim, as it came or as its scripts make it. Where they cannot be run, it is read as it came. */
export async function runClaimed(job: PageJob, parts: RunParts): Promise<ClaimRun> {
  const { rendering, reader } = parts;
  const { response } = job.exchange;
  const isHtml = html.test(headerOf(response, 'content-type') ?? 'text/html');
  if (rendering === undefined || job.read !== true || !isHtml) return { result: await reader.run(job) };
  const { mode } = rendering;
  // Whoever reads an answer takes its bytes along.
  const result = mode === 'auto' ? await reader.run(withCopy(job)) : undefined;
  if (result !== undefined && result.page?.needsScripts !== true) return { result };
  const { document, ...rendered } = await renderedOf(job, parts, rendering);
  if (document === undefined) {
    const asItCame = result ?? (await reader.run(job));
    return { result: asItCame, rendering: asItCame.page?.needsScripts ? rendered : stayed(rendered) };
  }
  const exchange = { ...job.exchange, rendered: document };
  return { result: await reader.run({ ...job, exchange }), rendering: rendered };
}

async function renderedOf(
  { exchange }: PageJob,
  { downloader, maxPageBytes }: RunParts,
  { renderer, now }: RenderingParts,
): Promise<ClaimRendering & { readonly document?: Uint8Array }> {
  const { url } = exchange;
  const response: TransportResponse = { url, ...exchange.response };
  const parts = downloader.partsOf(url, now() + renderer.timeMs);
  const rendering = await renderer.render({ url, response, parts, maxBytes: maxPageBytes });
  const requests = parts.toOwnHost;
  switch (rendering.kind) {
    case 'document':
      return { reason: 'rendered', requests, document: rendering.html };
    case 'moved':
      return { reason: 'rendered', requests, movedTo: rendering.url };
    case 'failed':
      return { reason: rendering.reason, detail: rendering.detail, requests };
  }
}

/** A page that says something itself is not left for where its scripts lead. */
function stayed({ movedTo, ...rendering }: ClaimRendering): ClaimRendering {
  if (movedTo === undefined) return rendering;
  return { ...rendering, reason: 'render-failed', detail: `Its scripts lead to ${movedTo}.` };
}

function withCopy(job: PageJob): PageJob {
  const { exchange } = job;
  const response = { ...exchange.response, body: exchange.response.body.slice() };
  return { ...job, exchange: { ...exchange, response } };
}
