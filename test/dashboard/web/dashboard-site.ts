import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { RawOptions } from '../../../src/config/layer.js';
import { openControl } from '../../../src/crawl/control/open-control.js';
import { type Dashboard, startServer } from '../../../src/dashboard/server/start-server.js';
import { type Watched, watchedContext } from '../../browser/watched-context.js';

/** A dashboard of a folder of its own, and pages of it in a browser. */
export interface DashboardSite {
  readonly folder: string;
  readonly dashboard: Dashboard;
  /** Opens it as a user does, with the token. */
  open(t: TestContext, browser: Browser, options?: BrowserContextOptions): Promise<Watched & { readonly page: Page }>;
  close(): Promise<void>;
}

/** `own`: options of the crawls that are started from the page. */
export async function dashboardSite(own: RawOptions = {}): Promise<DashboardSite> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-dashboard-'));
  const faults: unknown[] = [];
  const dashboard = await startServer({
    root: path.join(folder, 'crawls'),
    own,
    onFault: (fault) => faults.push(fault),
  });
  return {
    folder,
    dashboard,
    async open(t, browser, options = {}) {
      // Archived pages and reports are framed from another port.
      const isOurs = (url: string) => /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+\//.test(url);
      const watched = await watchedContext(t, browser, { locale: 'en-GB', ...options }, isOurs);
      const page = await watched.context.newPage();
      await page.goto(dashboard.url);
      await page.locator('h1').waitFor();
      return { ...watched, page };
    },
    async close() {
      await dashboard.close();
      await stopCrawls(path.join(folder, 'crawls'));
      rmSync(folder, { recursive: true, force: true });
      if (faults.length > 0) throw faults[0];
    },
  };
}

/** Crawls that were started from the page go on without it: one that a failed test left paused would do so for ever. */
async function stopCrawls(root: string): Promise<void> {
  for (const name of existsSync(root) ? readdirSync(root) : []) {
    const control = await openControl(path.join(root, name)).catch(() => undefined);
    if (await control?.isRunning()) await control?.stop();
    control?.close();
  }
}

/** Goes to a view of the dashboard. */
export async function go(page: Page, route: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(`#${route}`)}`);
}

/** Waits until something is so; the policy of the page lets no test do that inside it. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(50);
}
