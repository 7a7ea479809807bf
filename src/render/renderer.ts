import type { PageParts } from '../download/page-parts.js';
import type { TransportResponse } from '../download/transport.js';

/** Why a page was not rendered, where it should have been. docs/reasons.md has the same codes. */
export type RenderFailure = 'render-timeout' | 'render-crashed' | 'render-too-large' | 'render-failed';

export interface RenderRequest {
  readonly url: string;
  /** As it came over the wire: the browser gets the document from here and does not ask for it again. */
  readonly response: TransportResponse;
  /** How the page's own requests are sent. */
  readonly parts: PageParts;
  readonly maxBytes: number;
}

export type Rendering =
  /** What the scripts made of the page. */
  | { readonly kind: 'document'; readonly html: Uint8Array }
  /** The scripts led to another page. */
  | { readonly kind: 'moved'; readonly url: string }
  | { readonly kind: 'failed'; readonly reason: RenderFailure; readonly detail: string };

/** Runs the scripts of pages. Never throws: a page that cannot be rendered is judged by what came over the wire. */
export interface Renderer {
  /** Time that a page has, in ms. */
  readonly timeMs: number;
  render(request: RenderRequest): Promise<Rendering>;
  close(): Promise<void>;
}
