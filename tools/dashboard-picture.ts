import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { startServer } from '../src/dashboard/server/start-server.js';
import { startDemoServerThread } from '../src/demo/demo-server.js';
import { WordNetWeb } from '../src/demo/wordnet-web.js';
import { openBrowser } from './browser/open-browser.js';

/**
 * A picture (PNG) of the dashboard while it shows a crawl of the demo web, for the README. Takes a minute or two:
 *   node dist/tools/dashboard-picture.js docs/dashboard.png
 */
const [out] = process.argv.slice(2);
if (out === undefined) throw new Error('Give the name of a picture.');

/** Larger ones make a page of documentation slow. */
const mostBytes = 300_000;
/** As a person sees a crawl that has been at work for a while. */
const pages = 900;

async function startCrawl(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Start a crawl' }).click();
  await page.getByLabel('Looking for').fill('law legal court');
  await page.getByLabel('Seeds').fill(new WordNetWeb().topicOf('law').seeds().join('\n'));
  await page.getByLabel('Pages at most', { exact: true }).fill('2000');
  await page.getByRole('button', { name: 'Start the crawl' }).click();
}

async function fetched(page: Page): Promise<number> {
  const figure = page.locator('.figures li', { hasText: 'pages fetched' }).locator('b');
  return Number((await figure.textContent())?.replace(',', ''));
}

async function untilFetched(page: Page, count: number): Promise<void> {
  while ((await fetched(page)) < count) await setTimeout(200);
}

const folder = mkdtempSync(path.join(tmpdir(), 'osprey-picture-'));
const web = await startDemoServerThread();
const own = { resolve: { '*': `127.0.0.1:${web.port}` }, allowPrivate: true, delay: '500ms' };
const dashboard = await startServer({ root: path.join(folder, 'crawls'), own, by: 'maria' });
const browser = await openBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 960 }, colorScheme: 'light', locale: 'en-GB' });
  await page.goto(dashboard.url);
  await startCrawl(page);
  await untilFetched(page, pages / 3);
  await page.getByRole('link', { name: 'Pages', exact: true }).click();
  await page.locator('.page-item').first().waitFor();
  for (const key of ['j', 'y', 'y', 'y']) await page.keyboard.press(key);
  await page.getByRole('link', { name: 'Live', exact: true }).click();
  await untilFetched(page, (2 * pages) / 3);
  await page.keyboard.press('p');
  await setTimeout(4_000);
  await page.keyboard.press('p');
  await untilFetched(page, pages);
  await page.locator('.toast').first().waitFor({ state: 'detached' });
  await page.evaluate('document.activeElement.blur()');
  await page.screenshot({ path: out });
  await page.getByRole('button', { name: 'Stop…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await page.locator('.crawl-header .badge', { hasText: 'stopped' }).waitFor();
} finally {
  await browser.close();
  await dashboard.close();
  await web.close();
  rmSync(folder, { recursive: true, force: true });
}
const { length } = readFileSync(out);
if (length > mostBytes) throw new Error(`${out} has ${length} bytes, more than ${mostBytes}.`);
process.stdout.write(`${out}: ${length} bytes\n`);
