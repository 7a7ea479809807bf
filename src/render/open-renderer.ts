import { availableParallelism } from 'node:os';
import { UsageError } from '../failure.js';
import { BrowserRenderer } from './browser-renderer.js';
import { findBrowser, isProgram } from './find-browser.js';
import type { Renderer } from './renderer.js';

export interface OpenRendererOptions {
  /** Path of a Chromium; otherwise one is looked for. */
  readonly browser?: string | undefined;
  readonly userAgent: string;
  readonly timeMs: number;
}

/** Nothing is started yet; what is missing for it is found out here. Throws a `UsageError` that names the fix. */
export async function openRenderer({ browser, ...options }: OpenRendererOptions): Promise<Renderer> {
  const { chromium } = await import('playwright-core').catch(() => {
    throw new UsageError(
      'render-package-missing',
      'Pages are rendered with the package playwright-core: install it with "npm install playwright-core", or leave out --render.',
    );
  });
  if (browser !== undefined && !isProgram(browser))
    throw new UsageError('browser-missing', `--browser: ${browser} is not a program; give the path of a Chromium.`, {
      browser,
    });
  const executablePath = browser ?? findBrowser(() => chromium.executablePath());
  if (executablePath === undefined)
    throw new UsageError(
      'browser-missing',
      'No Chromium was found to render pages with: install one (such as with "npx playwright-core install chromium-headless-shell"), name it with --browser PATH or CHROME_PATH, or leave out --render.',
    );
  const pages = Math.min(4, Math.max(1, availableParallelism() - 1));
  const launch = chromium.launch.bind(chromium);
  return new BrowserRenderer({ ...options, executablePath, launch, pages });
}
