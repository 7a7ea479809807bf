import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBrowser } from './browser/open-browser.js';

/**
 * A picture (PNG) of a crawl's report, as a browser shows it, for the README:
 *   node dist/tools/report-picture.js crawls/demo-law/osprey docs/report.png
 */
const [folder, out] = process.argv.slice(2);
if (folder === undefined || out === undefined) throw new Error('Give the folder of a crawl and the name of a picture.');

/** Larger ones make a page of documentation slow. */
const mostBytes = 300_000;

const browser = await openBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1024, height: 900 }, colorScheme: 'light' });
  await page.goto(pathToFileURL(path.resolve(folder, 'report.html')).href);
  await page.locator('#pages summary').first().click();
  await page.evaluate('scrollTo(0, 0)');
  await page.screenshot({ path: out });
} finally {
  await browser.close();
}
const { length } = readFileSync(out);
if (length > mostBytes) throw new Error(`${out} has ${length} bytes, more than ${mostBytes}.`);
process.stdout.write(`${out}: ${length} bytes\n`);
