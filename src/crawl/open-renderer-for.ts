import type { Settings } from '../config/options.js';
import type { Renderer } from '../render/renderer.js';
import { userAgentOf } from './crawl-rules.js';

/** Where pages are not rendered, neither a browser nor the package for it is needed. */
export async function openRendererFor(settings: Settings): Promise<Renderer | undefined> {
  const { render, browser, renderTime: timeMs } = settings;
  if (render === 'never') return undefined;
  const { openRenderer } = await import('../render/open-renderer.js');
  return openRenderer({ browser, timeMs, userAgent: userAgentOf(settings) });
}
