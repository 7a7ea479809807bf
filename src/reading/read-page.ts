import type { Page, PagePart } from '../model/page.js';
import { decodeBody } from '../page/charset.js';
import { fingerprint } from '../page/fingerprint.js';
import { type CollectedHtml, collectHtml } from '../page/html/html-collector.js';
import { pageLinks } from '../page/html/page-links.js';
import { collectPlainText } from '../page/html/plain-text-collector.js';
import { mainText } from '../page/main-text.js';
import { simhash } from '../page/simhash.js';
import { headerRobotsDirectives, type RobotsDirectives } from '../robots/robots-directives.js';
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
}

export interface ReadOptions {
  /** Language of the topic: pages in any language go through its pipeline, so that their terms can meet the topic's. */
  readonly language: string;
  readonly stem: boolean;
  readonly phrases: readonly string[];
  /** The parts that somebody reads; default none. Terms are made only where they are named, and texts are handed on only then. */
  readonly reads?: readonly PagePart[];
  /** False believes what the page declares instead of looking at its text. Default true. */
  readonly detectLanguage?: boolean;
  /** Names by which pages and headers may address the crawler alone. Default Osprey's own. */
  readonly productTokens?: readonly string[];
}

const ALL_ALLOWED: RobotsDirectives = { noindex: false, nofollow: false };

/** Turns the bytes of an HTML or plain text document into a Page, with all of its texts. Never throws on what a page holds. */
export function readPage(input: PageInput, options: ReadOptions): Page {
  const { text: source, charset } = decodeBody(input.body, input.contentType);
  const contentType = mediaType(input.contentType);
  const collected = collect(source, contentType, options.productTokens);
  const pipeline = pipelineFor(options);
  const { links, dropped } = pageLinks(input.url, collected, pipeline, options.reads);
  const { title, text, published, author } = collected;
  const main = mainText(text, collected.blocks);
  const header =
    input.xRobotsTag === undefined ? ALL_ALLOWED : headerRobotsDirectives(input.xRobotsTag, options.productTokens);
  const canonical = collected.canonical === undefined ? undefined : canonicalUrl(collected.canonical, input.url);
  const terms = pipeline.counts(title, text);
  const similarity = simhash(title, terms, links);
  return {
    url: input.url,
    contentType,
    charset,
    title,
    text,
    mainText: main,
    language: languageOf(main, collected.language, options),
    ...(published !== undefined && { published }),
    ...(author !== undefined && { author }),
    noindex: collected.noindex || header.noindex,
    nofollow: collected.nofollow || header.nofollow,
    ...(canonical !== undefined && { canonical }),
    terms,
    fingerprint: fingerprint(text, links),
    ...(similarity !== undefined && { simhash: similarity }),
    links,
    ...(dropped > 0 && { droppedLinks: dropped }),
  };
}

/** Servers that send no type send HTML. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() || 'text/html';
}

function collect(source: string, contentType: string, productTokens?: readonly string[]): CollectedHtml {
  if (contentType === 'text/plain') return collectPlainText(source);
  return collectHtml(source, contentType === 'application/xhtml+xml', productTokens);
}

function languageOf(text: string, declared: string, options: ReadOptions): string {
  return options.detectLanguage === false ? languageOfTag(declared) : detectLanguage(text, declared);
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
