import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type DemoServer, startDemoServerThread } from '../../../src/demo/demo-server.js';
import { WordNetWeb } from '../../../src/demo/wordnet-web.js';
import { openBrowser } from '../../../tools/browser/open-browser.js';
import { accessibilityProblems } from '../../browser/accessibility-problems.js';
import { type DashboardSite, dashboardSite, go, until } from './dashboard-site.js';

const seeds = new WordNetWeb().topicOf('law').seeds();
let [browser, web, site] = [] as unknown as [Browser, DemoServer, DashboardSite];

before(async () => {
  [browser, web] = await Promise.all([openBrowser(), startDemoServerThread()]);
  // One request at a time, so that the crawl is still at work when it is steered.
  const own = { resolve: { '*': `127.0.0.1:${web.port}` }, allowPrivate: true, delay: '5ms', requests: 2, workers: 0 };
  site = await dashboardSite(own);
});
after(async () => {
  await browser?.close();
  await site?.close();
  await web?.close();
});

const fetched = async (page: Page) => {
  const figure = page.locator('.figures li', { hasText: 'pages fetched' }).locator('b');
  return Number((await figure.textContent())!.replace(',', ''));
};
const view = (page: Page, name: string) => page.locator('.tabs').getByRole('link', { name, exact: true }).click();
const said = (page: Page, words: RegExp) => page.locator('.toast', { hasText: words }).first().waitFor();

async function started(page: Page): Promise<void> {
  await page.getByText('No crawls yet.').waitFor();
  await page.getByRole('link', { name: 'Start a crawl' }).click();
  await page.getByLabel('Looking for').fill('law legal court');
  await page.getByLabel('Seeds').fill([...seeds, 'http://noun-act.wordnet.test/private/x.html'].join('\n'));
  await page.getByRole('button', { name: 'Check the seeds' }).click();
  await page.getByText(`${seeds.length} seeds of ${seeds.length + 1} would be visited.`).waitFor();
  assert.match((await page.locator('.seeds .bad').textContent())!, /robots\.txt/);
  await page.getByLabel('Pages at most', { exact: true }).fill('5000');
  await page.getByLabel('Time at most').fill('2m');
  await page.getByRole('button', { name: 'Start the crawl' }).click();
  await page.waitForURL(/#\/crawls\/[^/]+\/live$/);
}

async function watchedAndPaused(page: Page): Promise<void> {
  await until(async () => (await fetched(page)) >= 40);
  await page.locator('.plot canvas').first().waitFor();
  const harvest = page.locator('.chart', { hasText: 'Harvest' }).first();
  await harvest.getByRole('button', { name: 'Table' }).click();
  await harvest.locator('tbody tr').first().waitFor();
  await harvest.getByRole('button', { name: 'Chart' }).click();
  await page.keyboard.press('p');
  await page.locator('.crawl-header .badge', { hasText: 'paused' }).waitFor();
  await page
    .locator('.events li', { hasText: /paused/ })
    .first()
    .waitFor();
}

async function labelledByKeys(page: Page): Promise<void> {
  await view(page, 'Pages');
  await page.locator('.page-item mark').first().waitFor();
  const item = (place: number) => page.locator('.page-item').nth(place);
  await page.keyboard.press('j');
  await page.keyboard.press('y');
  await said(page, /Labelled relevant/);
  assert.equal(
    await item(0).getByRole('button', { name: 'Relevant', exact: true }).getAttribute('aria-pressed'),
    'true',
  );
  await page.keyboard.press('n');
  await said(page, /Labelled not relevant/);
  assert.match((await page.locator('.judgement').textContent())!, /You labelled 1 relevant, 1 not/);
  await page.keyboard.press('u');
  await page.locator('.judgement', { hasText: 'You labelled 1 relevant, 0 not' }).waitFor();
  assert.equal(await item(1).locator('[aria-pressed=true]').count(), 0, 'the second label is taken back');
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await page.keyboard.press('w');
  const why = page.locator('.why-panel');
  await why.getByText(/judged relevant/).waitFor();
  assert.match((await why.textContent())!, /How it was found/);
  await why.getByRole('tab', { name: 'Text' }).click();
  assert.ok((await why.locator('.archived').textContent())!.length > 20);
  await why.getByRole('button', { name: /as Markdown/ }).click();
  const frame = page.frameLocator('.archived-frame');
  assert.ok((await frame.locator('body').textContent())!.length > 20);
  await page.keyboard.press('Escape');
  await why.waitFor({ state: 'detached' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export all' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /\.csv$/);
}

async function askedAndAnswered(page: Page): Promise<void> {
  await view(page, 'Ask me');
  await page.getByText(/Round 1: \d+ of 20 answered/).waitFor();
  for (const key of ['y', 'n', 's']) {
    const pressed = page.locator('.page-item [aria-pressed=true]');
    const before = await pressed.count();
    await page.keyboard.press(key);
    await until(async () => (await pressed.count()) > before);
  }
  await page.getByRole('button', { name: 'Finish the round' }).click();
  await page.getByRole('heading', { name: /Round 1: 3 answers/ }).waitFor();
  await page.getByRole('rowheader', { name: 'The crawl agrees' }).waitFor();
  await page.getByRole('button', { name: 'Next round' }).click();
  await page.getByText(/Round 2: 0 of 20 answered/).waitFor();
}

async function steered(page: Page): Promise<void> {
  await view(page, 'Queue');
  await page.locator('.queue-list li').first().waitFor();
  await page.getByLabel('Hosts or URLs').fill('noun-act.wordnet.test');
  await page.locator('form', { hasText: 'Hosts or URLs' }).getByRole('button', { name: 'Preview' }).click();
  await page.getByText(/Would drop [\d,]+/).waitFor();
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await until(async () => (await page.getByLabel('Hosts or URLs').inputValue()) === '');
  await view(page, 'Hosts');
  await page.getByLabel('Name has').fill('noun-act');
  await page.getByRole('button', { name: 'noun-act.wordnet.test', exact: true }).click();
  await page.locator('.why-panel').getByRole('button', { name: 'Unblock' }).click();
  await page.locator('.why-panel').getByRole('button', { name: 'Block', exact: true }).waitFor();
  assert.match((await page.locator('.robots').textContent())!, /Disallow: \/private\//);
  await page.locator('.why-panel').getByRole('button', { name: 'More of this' }).click();
  await page.locator('.why-panel').locator('[aria-pressed=true]', { hasText: 'More of this' }).waitFor();
}

async function searched(page: Page): Promise<void> {
  await view(page, 'Search');
  await page.getByLabel('Search the pages of this crawl').fill('court -tennis');
  await page.keyboard.press('Enter');
  await page.locator('.page-item mark').first().waitFor();
  assert.match((await page.locator('.page-item mark').first().textContent())!, /court/i);
}

async function previewedATopic(page: Page): Promise<void> {
  await view(page, 'Topic');
  await page.getByRole('row', { name: /law/ }).first().waitFor();
  const form = page.locator('form', { hasText: 'Change the topic' });
  await form.getByLabel('Looking for').fill('law legal court crime');
  await form.getByRole('button', { name: 'Preview' }).click();
  await form.getByText(/Judged again/).waitFor();
}

async function resumedAndStopped(page: Page): Promise<void> {
  await view(page, 'Live');
  const before = await fetched(page);
  await page.getByRole('button', { name: 'Resume' }).click();
  await until(async () => (await fetched(page)) > before);
  await page.getByRole('button', { name: 'Stop…' }).click();
  await page.getByRole('dialog', { name: 'Stop this crawl?' }).getByRole('button', { name: 'Stop' }).click();
  await page.locator('.crawl-header .badge', { hasText: 'stopped' }).waitFor();
  await page.getByRole('button', { name: 'Report' }).click();
  await page.frameLocator('.report-frame').locator('#pages li').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
}

test('a crawl is started, watched, taught, steered, searched, stopped and read on the page', async (t) => {
  const { page, trouble } = await site.open(t, browser, { viewport: { width: 1280, height: 900 } });
  await started(page);
  await watchedAndPaused(page);
  await labelledByKeys(page);
  await askedAndAnswered(page);
  await steered(page);
  await searched(page);
  await previewedATopic(page);
  await resumedAndStopped(page);
  await page.keyboard.press('?');
  await page
    .getByRole('dialog', { name: 'Keyboard' })
    .getByText('Pause')
    .or(page.getByText('Continue'))
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  assert.deepEqual(trouble, []);
});

const views = ['live', 'pages?which=all', 'ask', 'queue', 'hosts', 'topic', 'map', 'search?q=law'];

test('every view fits every screen, light and dark, can be read, named and reached', async (t) => {
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1024, 'light'],
    [1920, 'light'],
  ] as const) {
    const { page, trouble } = await site.open(t, browser, { viewport: { width, height: 900 }, colorScheme });
    const crawl = (await page.locator('.card a').getAttribute('href'))!.slice(1);
    for (const route of ['/', '/new', '/lab', ...views.map((name) => `${crawl}/${name}`)]) {
      await go(page, route);
      await page.locator('h1').waitFor();
      await until(async () => (await page.locator('.loading').count()) === 0);
      const where = `${route} at ${width}, ${colorScheme}`;
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, `${where}: nothing is wider`);
      assert.deepEqual(await accessibilityProblems(page), [], where);
      await page.keyboard.press('Tab');
      const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
      assert.equal(outline, 'solid', `${where}: the focus is seen`);
    }
    assert.deepEqual(trouble, []);
  }
});
