import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { html, startSite } from '../site.js';
import { osprey, temporaryFolder, webFlags } from './osprey.js';

const { folder, remove } = temporaryFolder();
after(remove);

/** An endless calendar beside twenty articles that are worth reading. */
function trapWeb(host: string, place: string): string | undefined {
  const month = /^\/calendar\?month=(\d+)$/.exec(place)?.[1];
  if (month !== undefined)
    return html(`Month ${month}`, `Nothing is planned for month ${month}, nor for day ${month}${month}.`, [
      [`/calendar?month=${Number(month) + 1}`, 'next month'],
    ]);
  const article = /^\/articles\/(\d+)\.html$/.exec(place)?.[1];
  if (article !== undefined)
    return html(`Car ${article}`, `The jaguar car ${article} is a car of ${article} seats. A jaguar is a fast car.`);
  if (host !== 'a.test' || place !== '/') return undefined;
  const articles = Array.from({ length: 20 }, (_, page) => [`/articles/${page}.html`, `jaguar car ${page}`] as const);
  return html('Cars', 'All about the jaguar car.', [['/calendar?month=1', 'calendar'], ...articles]);
}

before(async () => {
  const site = await startSite(trapWeb);
  const crawl = ['crawl', 'jaguar car', '--seed', 'http://a.test/', '--max-pages', '81', '--quiet', ...webFlags(site)];
  const exact = ['--near-duplicates', 'off', '--requests', '1'];
  await Promise.all([
    osprey([...crawl, ...exact, '--out', 'own'], folder),
    osprey([...crawl, ...exact, '--out', 'other', '--strategy', 'breadth-first'], folder),
    osprey([...crawl, ...exact, '--out', 'without', '--set', 'osprey.without=allowances'], folder),
  ]);
  await site.close();
});

async function status(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await osprey(['status', ...args], folder);
  assert.equal(code, 0, stderr);
  return stdout;
}

describe('what pays and what is held back, in osprey status', () => {
  test('the trap and what is beside it are named', async () => {
    const text = await status('own');
    assert.match(
      text,
      /^Deprioritised URL patterns \(few relevant pages so far\)\n {2}pattern +pages +score +priority\n {2}a\.test\/calendar\?month +60 +\d\.\d +× 0\.[1-4]\d$/m,
    );
    assert.match(text, /^Best URL patterns\n.* per page\n {2}a\.test\/articles\/ +20 +\d+\.\d +0\.\d\d$/m);
    assert.doesNotMatch(text, /: hosts$/m, 'there is only one');
    assert.match(text, /^A URL pattern is .*; seeds are not counted\.$/m);
  });

  test('the seed does not count, and JSON tells the same', async () => {
    const { yields } = JSON.parse(await status('own', '--json'));
    assert.deepEqual(yields.hosts, { deprioritised: [], best: [] });
    const [calendar, ...others] = yields.templates.deprioritised;
    assert.deepEqual(others, []);
    assert.deepEqual([calendar.name, calendar.pages], ['a.test/calendar?month', 60]);
    // Words that were learnt bring it a little: less than a tenth of what an article does.
    const [article] = yields.templates.best;
    assert.deepEqual([article.name, article.pages, article.allowance], ['a.test/articles/', 20, 1]);
    assert.ok(calendar.reward / 60 < 0.1 * (article.reward / 20));
    assert.ok(calendar.allowance >= 0.1 && calendar.allowance < 0.5);
  });

  test('of crawls that hold nothing back nothing is said', async () => {
    for (const crawl of ['other', 'without']) {
      assert.doesNotMatch(await status(crawl), /Held back|What pays/);
      assert.equal(JSON.parse(await status(crawl, '--json')).yields, null);
    }
  });
});
