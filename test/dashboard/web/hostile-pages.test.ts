import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../../tools/browser/open-browser.js';
import { brokenHtml } from '../../../tools/hostile-web/broken-html.js';
import { charsets } from '../../../tools/hostile-web/charsets.js';
import { crawlOptions } from '../../../tools/hostile-web/crawl-options.js';
import { hostileValues } from '../../../tools/hostile-web/hostile-values.js';
import { startHostileWeb } from '../../../tools/hostile-web/server.js';
import { attackWeb } from '../../browser/attack-web.js';
import { osprey, webFlags } from '../../cli/osprey.js';
import { steering } from '../../security/attacked-crawl.js';
import { startSite } from '../../site.js';
import { type DashboardSite, dashboardSite, go, until } from './dashboard-site.js';

let [browser, site] = [] as unknown as [Browser, DashboardSite];

before(async () => {
  site = await dashboardSite();
  const attacker = await startSite(attackWeb);
  const web = await startHostileWeb([...brokenHtml('test'), ...charsets('test'), ...hostileValues('test')]);
  try {
    const flags = ['--seed', 'http://a.test/', ...webFlags(attacker)];
    await osprey(['crawl', 'jaguar car', '--out', 'crawls/attack', ...flags], site.folder);
    const pins = Object.entries(web.resolve).flatMap(([host, to]) => ['--resolve', `${host}=${to}`]);
    const more = ['--allow-private', '--delay', '0s', '--max-pages', '150', '--workers', '0', '--retries', '0'];
    await osprey(
      ['crawl', crawlOptions.query, '--out', 'crawls/hostile', '--seed', web.seed, ...pins, ...more],
      site.folder,
    );
  } finally {
    await Promise.all([attacker.close(), web.close()]);
  }
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

/** What no page of the web may bring into ours, and no attribute that runs. */
const odd =
  'script, img, iframe, link, meta, base, object, embed, form:not([class]), [onerror], [onload], [onfocus], [srcdoc]';
/** Looks at what is shown, with all that can be unfolded. */
const look = `{
  for (const one of document.querySelectorAll('details')) one.open = true;
  ({
    odd: document.querySelector('main').querySelectorAll(${JSON.stringify(odd)}).length,
    text: document.body.innerText,
    width: document.documentElement.scrollWidth,
    links: [...document.querySelectorAll('main a')].map((one) => one.href),
  });
}`;
const nothing = { odd: 0, wrong: [], steers: null };
const views = ['live', 'pages?which=all', 'ask', 'queue', 'hosts', 'topic', 'map', 'search?q=jaguar car alert'];

for (const crawl of ['attack', 'hostile'])
  test(`pages that mean harm are text in every view (${crawl})`, async (t) => {
    const { page, trouble } = await site.open(t, browser, { viewport: { width: 390, height: 844 } });
    const inert = async (where: string) => {
      const seen: { odd: number; text: string; width: number; links: string[] } = await page.evaluate(look);
      const wrong = seen.links.filter((link) => !/^https?:\/\//.test(link));
      const { odd, width, text } = seen;
      assert.deepEqual({ odd, width, wrong, steers: steering.exec(text) }, { ...nothing, width: 390 }, where);
      return text;
    };
    for (const view of views) {
      await go(page, `/crawls/${crawl}/${view}`);
      await page.locator('h1').waitFor();
      await until(async () => (await page.locator('.loading').count()) === 0);
      for (const item of await page.locator('.page-item').all()) await item.dispatchEvent('mouseover');
      const text = await inert(view);
      if (crawl === 'attack' && view.startsWith('pages'))
        assert.ok(text.includes('<script>alert(1)</script>'), 'words stay words');
    }
    await go(page, `/crawls/${crawl}/pages?which=all`);
    const visits = await page
      .locator('.page-item')
      .evaluateAll((items) => items.map((item) => item.getAttribute('data-visit')));
    for (const visit of visits.slice(0, crawl === 'attack' ? 20 : 8)) {
      await go(page, `/crawls/${crawl}/pages?which=all&visit=${visit}`);
      await page
        .locator('.why-panel')
        .getByText(/Relevance/)
        .waitFor();
      await inert(`why of visit ${visit}`);
      await page.locator('.why-panel').getByRole('tab', { name: 'Text' }).click();
      await until(async () => (await page.locator('.loading').count()) === 0);
      await inert(`text of visit ${visit}`);
    }
    assert.deepEqual(trouble, []);
  });

test('what found its way into the page would not run', async (t) => {
  const { page, trouble } = await site.open(t, browser);
  await page.evaluate(`{
    const script = document.createElement('script');
    try { script.textContent = 'document.title = "owned"'; } catch {}
    document.body.append(script);
    const image = document.createElement('img');
    image.src = 'http://evil.test/x.png';
    document.body.append(image);
    try { document.body.insertAdjacentHTML('beforeend', '<b onmouseover="alert(1)">x</b>'); } catch {}
  }`);
  assert.notEqual(await page.title(), 'owned');
  assert.match(trouble.join('\n'), /Content Security Policy|TrustedScript|TrustedHTML/);
  assert.equal(await page.locator('b[onmouseover]').count(), 0);
  assert.doesNotMatch(trouble.join('\n'), /^dialog|^popup/m);
});
