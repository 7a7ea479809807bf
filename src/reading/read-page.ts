import type { Page, PagePart } from '../model/page.js';
import { joinedRights, type PageRights } from '../model/page-rights.js';
import { decodeBody } from '../page/charset.js';
import { fingerprint } from '../page/fingerprint.js';
import { type CollectedHtml, type CollectOptions, collectHtml } from '../page/html/html-collector.js';
import { needsScripts } from '../page/html/needs-scripts.js';
import { pageLinks } from '../page/html/page-links.js';
import { collectPlainText } from '../page/html/plain-text-collector.js';
import { mainText } from '../page/main/main-text.js';
import { runningText } from '../page/main/running-text.js';
import { simhash } from '../page/simhash.js';
import { headerRobotsDirectives, type RobotsDirectives } from '../robots/robots-directives.js';
import { aiDirectives, tdmRights } from '../robots/stated-rights.js';
import { detectLanguage, languageOfTag } from '../text/language.js';
import { TextPipeline } from '../text/text-pipeline.js';
import { canonicalUrl } from '../url/canonical-url.js';

export interface PageInput {
  /** Canonical URL the body was fetched from. */
  readonly url: string;
  /** With its content encoding already undone. */
  readonly body: Uint8Array;
  readonly contentType?: string | undefined;
  /** Values of X-Robots-Tag headers, joined by commas. */
  readonly xRobotsTag?: string | undefined;
  /** Values of the headers of the TDM Reservation Protocol. */
  readonly tdmReservation?: string | undefined;
  readonly tdmPolicy?: string | undefined;
}

export interface ReadOptions {
  /** Language of the topic: pages in any language go through its pipeline, so that their terms can meet the topic's. */
  readonly language: string;
  readonly stem: boolean;
  readonly phrases: readonly string[];
  /**
   * The parts that somebody reads: terms and the main text are made only where they are named, texts are handed on only then. Default:
   * all texts.
   */
  readonly reads?: readonly PagePart[];
  /** False believes what the page declares instead of looking at its text. Default true. */
  readonly detectLanguage?: boolean;
  /** Names by which pages and headers may address the crawler alone. Default Osprey's own. */
  readonly productTokens?: readonly string[];
}

const ALL_ALLOWED: RobotsDirectives = { noindex: false, nofollow: false };

/** Turns the bytes of an HTML or plain text document into a Page. Never throws on what a page holds. */
export function readPage(input: PageInput, options: ReadOptions): Page {
  return pageOf(input, collectPage(input, collectOptions(options)), options);
}

/** The page that was collected from an input. */
export function pageOf(
  input: PageInput,
  { collected, contentType, charset, needsScripts: isEmpty }: CollectedPage,
  options: ReadOptions,
): Page {
  const pipeline = pipelineFor(options);
  const { links, dropped } = pageLinks(input.url, collected, pipeline, options.reads);
  const { title, text, published, modified, author } = collected;
  const header =
    input.xRobotsTag === undefined ? ALL_ALLOWED : headerRobotsDirectives(input.xRobotsTag, options.productTokens);
  const rights = joinedRights(headerRights(input), collected.rights);
  const canonical = collected.canonical === undefined ? undefined : canonicalUrl(collected.canonical, input.url);
  const terms = pipeline.counts(title, text);
  const similarity = simhash(title, terms, links);
  return {
    url: input.url,
    contentType,
    charset,
    title,
    text,
    mainText: options.reads === undefined || options.reads.includes('mainText') ? mainText(collected) : '',
    language: languageOf(collected, options),
    ...(published !== undefined && { published }),
    ...(modified !== undefined && { modified }),
    ...(author !== undefined && { author }),
    noindex: collected.noindex || header.noindex,
    ...(rights && { rights }),
    nofollow: collected.nofollow || header.nofollow,
    ...(canonical !== undefined && { canonical }),
    terms,
    fingerprint: fingerprint(text, links),
    ...(similarity !== undefined && { simhash: similarity }),
    links,
    ...(dropped > 0 && { droppedLinks: dropped }),
    ...(isEmpty && { needsScripts: true }),
  };
}

/** What the answer says of how the page may be used. */
function headerRights({ xRobotsTag, tdmReservation, tdmPolicy }: PageInput): PageRights {
  return { ...aiDirectives(xRobotsTag ?? ''), ...tdmRights(tdmReservation, tdmPolicy) };
}

/** Servers that send no type send HTML. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() || 'text/html';
}

export interface CollectedPage {
  readonly collected: CollectedHtml;
  readonly contentType: string;
  readonly charset: string;
  /** It says nothing to a reader without scripts. */
  readonly needsScripts?: boolean;
}

/** What has to be collected of a page for those who read it. */
export function collectOptions({ productTokens, reads }: ReadOptions): CollectOptions {
  const paths = reads === undefined || reads.includes('path');
  return { productTokens, paths, names: paths || reads.includes('mainText') };
}

/** What one pass over the source of a page finds. */
export function collectPage(
  { body, contentType: type }: PageInput,
  options: Omit<CollectOptions, 'xhtml'> = {},
): CollectedPage {
  const { text: source, charset } = decodeBody(body, type);
  const contentType = mediaType(type);
  const isXhtml = contentType === 'application/xhtml+xml';
  if (contentType === 'text/plain') return { collected: collectPlainText(source), contentType, charset };
  const collected = collectHtml(source, { xhtml: isXhtml, ...options });
  return { collected, contentType, charset, needsScripts: needsScripts(source, collected) };
}

function languageOf(collected: CollectedHtml, options: ReadOptions): string {
  const { language: declared } = collected;
  return options.detectLanguage === false ? languageOfTag(declared) : detectLanguage(runningText(collected), declared);
}

/** Options objects live as long as a crawl, so the last one's pipeline nearly always serves again. */
const pipelines = new WeakMap<ReadOptions, TextPipeline>();

export function pipelineFor(options: ReadOptions): TextPipeline {
  let pipeline = pipelines.get(options);
  if (pipeline === undefined) {
    pipeline = new TextPipeline(options);
    pipelines.set(options, pipeline);
  }
  return pipeline;
}
