import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../tools/browser/open-browser.js';
import { brokenHtml } from '../../tools/hostile-web/broken-html.js';
import { charsets } from '../../tools/hostile-web/charsets.js';
import { crawlOptions } from '../../tools/hostile-web/crawl-options.js';
import { hostileValues } from '../../tools/hostile-web/hostile-values.js';
import { startHostileWeb } from '../../tools/hostile-web/server.js';
import { attacks, attackWeb } from '../browser/attack-web.js';
import { type Watched, watchedContext } from '../browser/watched-context.js';
import { osprey, temporaryFolder, webFlags } from '../cli/osprey.js';
import { rowOfPages } from '../cli/small-web.js';
import { steering } from '../security/attacked-crawl.js';
import { startSite } from '../site.js';

const { folder, remove } = temporaryFolder();
let browser: Browser;

before(async () => {
  const site = await startSite({ ...rowOfPages('cars.test', 80) });
  const attacker = await startSite(attackWeb);
  const web = await startHostileWeb([...brokenHtml('test'), ...charsets('test'), ...hostileValues('test')]);
  try {
    const start = ['crawl', 'jaguar car', '--out'];
    await osprey([...start, 'cars', '--seed', 'http://cars.test/', ...webFlags(site)], folder);
    await osprey([...start, 'attack', '--seed', 'http://a.test/', ...webFlags(attacker)], folder);
    const pins = Object.entries(web.resolve).flatMap(([host, to]) => ['--resolve', `${host}=${to}`]);
    const flags = ['--allow-private', '--delay', '0s', '--max-pages', '150', '--workers', '0', '--retries', '0'];
    await osprey(['crawl', crawlOptions.query, '--out', 'hostile', '--seed', web.seed, ...pins, ...flags], folder);
  } finally {
    await Promise.all([site.close(), attacker.close(), web.close()]);
  }
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  remove();
});

async function opened({ context }: Watched, crawl: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(pathToFileURL(path.join(folder, crawl, 'report.html')).href);
  return page;
}

const titles = (page: Page) => page.locator('#pages h3').allTextContents();

describe('a report in a browser', () => {
  test('is filtered, sorted and explained by keyboard', async (t) => {
    const watched = await watchedContext(t, browser, { viewport: { width: 1024, height: 768 } });
    const page = await opened(watched, 'cars');
    assert.match((await page.textContent('#shown'))!, /^50 of 81 pages shown$/);
    await page.keyboard.press('/');
    await page.keyboard.type('number 77');
    assert.deepEqual(await titles(page), ['Car 77']);
    assert.equal(await page.textContent('#shown'), '1 page');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.id'), 'order');
    await page.keyboard.type('visit');
    assert.equal((await titles(page))[0], 'A row of cars', 'the seed was visited first');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'A row of cars');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.match((await page.locator('#pages details[open]').textContent())!, /judged relevant.*A seed\. Visit 1\./);
    await page.locator('#more').focus();
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('#pages > li').count(), 81);
    assert.equal(await page.locator('#more').isVisible(), false);
    assert.equal(await page.locator('#pages details[open]').count(), 1, 'what was open stays open');
    await page.locator('#hosts th button').nth(1).focus();
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('#hosts th').nth(1).getAttribute('aria-sort'), 'descending');
    assert.deepEqual(watched.trouble, []);
  });

  test('fits every screen, light and dark, and shows its best pages without a script', async (t) => {
    for (const [width, colorScheme] of [
      [390, 'light'],
      [1024, 'dark'],
      [1920, 'light'],
    ] as const) {
      const watched = await watchedContext(t, browser, { viewport: { width, height: 900 }, colorScheme });
      const page = await opened(watched, 'cars');
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
      const chart = (await page.locator('.chart svg').first().boundingBox())!;
      assert.ok(chart.width > 0.85 * Math.min(width, 960) - 40, `${chart.width}`);
      const shade = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      assert.equal(shade, colorScheme === 'dark' ? 'rgb(20, 24, 29)' : 'rgb(255, 255, 255)');
      assert.deepEqual(watched.trouble, []);
    }
    const plain = await watchedContext(t, browser, { javaScriptEnabled: false });
    const page = await opened(plain, 'cars');
    assert.equal(await page.locator('#pages > li').count(), 50);
    assert.equal(await page.locator('.find').isVisible(), false);
    assert.equal(await page.locator('.chart svg').count(), 2);
  });

  for (const crawl of ['attack', 'hostile']) {
    test(`shows pages that mean harm as text, and asks nobody for anything (${crawl})`, async (t) => {
      const watched = await watchedContext(t, browser, { viewport: { width: 390, height: 844 } });
      const page = await opened(watched, crawl);
      await page.locator('#which').selectOption('all');
      while (await page.locator('#more').isVisible()) await page.locator('#more').click();
      const shown = await page.locator('#pages > li').count();
      assert.ok(shown >= (crawl === 'attack' ? attacks.length : 100), `${shown}`);
      await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
      for (const item of await page.locator('#pages > li').all()) await item.dispatchEvent('mouseover');
      const links: string[] = await page.evaluate("[...document.querySelectorAll('main a')].map((one) => one.href)");
      assert.ok(links.length >= shown && links.every((link) => /^https?:\/\//.test(link)), links.join('\n'));
      const odd = await page
        .locator('main')
        .locator('script, img, iframe, link, meta, base, object, form, [onerror], [onload], [onfocus], [style]')
        .count();
      assert.equal(odd, 0);
      const text = (await page.evaluate('document.body.innerText')) as string;
      assert.equal(steering.exec(text), null);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, 'nothing makes the page wider');
      if (crawl === 'attack') assert.ok(text.includes('<script>alert(1)</script>'), 'words stay words');
      assert.deepEqual(watched.trouble, []);
    });
  }

  test('would not run what found its way into it', async (t) => {
    const watched = await watchedContext(t, browser, {});
    const page = await opened(watched, 'cars');
    await page.evaluate(
      `document.getElementById('pages').insertAdjacentHTML('beforeend', '<li><img src="http://evil.test/x.png" onerror="alert(1)"><b style="color:red">x</b></li>');
       document.body.append(Object.assign(document.createElement('script'), { textContent: 'document.title = "owned"' }))`,
    );
    assert.notEqual(await page.title(), 'owned');
    const told = watched.trouble.join('\n');
    assert.match(told, /violates the following Content Security Policy directive/);
    assert.doesNotMatch(told, /^dialog|^popup/m);
  });
});
