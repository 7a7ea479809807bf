import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type VisitedPage, whatPays as whatPaysOf } from '../../../src/strategy/osprey/what-pays.js';
import { near } from '../near.js';

/** Of pages that come in two lots. */
function whatPays(all: Iterable<VisitedPage>) {
  const visits = [...all];
  return whatPaysOf([visits.slice(0, 7), visits.slice(7)]);
}

/** So many pages of a kind, each with this reward. */
function* pages(count: number, urlOf: (page: number) => string, reward: number, relevant = reward >= 0.5 ? 1 : 0) {
  for (let page = 0; page < count; page++) yield { url: urlOf(page), reward, relevant, priorityParent: 1 };
}

describe('what pays', () => {
  test('a calendar is held back as one template, its host as far as all of it brings little', async () => {
    const { hosts, templates } = await whatPays([
      ...pages(40, (month) => `http://a.test/calendar?month=${month % 12}&year=${2000 + month}`, 0),
      ...pages(20, (page) => `http://a.test/articles/${page}.html`, 0.5),
    ]);
    // The best of late is 0.5, a fifth of it 0.1: the calendar keeps (0 + 1) / (50 · 0.1), a fifth.
    assert.deepEqual(
      templates.deprioritised.map(({ name, pages, reward }) => [name, pages, reward]),
      [['a.test/calendar?month&year', 40, 0]],
    );
    near([templates.deprioritised[0]!.allowance], [0.2]);
    assert.deepEqual(
      templates.best.map(({ name, pages, reward, allowance }) => [name, pages, reward, allowance]),
      [['a.test/articles/', 20, 10, 1]],
    );
    // The host has brought 10 with 60 pages, more than a tenth of the best; it is the only one, so nothing pays more.
    assert.deepEqual(hosts, { deprioritised: [], best: [] });
  });

  test('those that bring least come first, and those that bring most', async () => {
    const { hosts } = await whatPays([
      ...pages(30, (page) => `http://poor.test/${page}`, 0),
      ...pages(15, (page) => `http://good.test/${page}`, 0.6),
      ...pages(200, (page) => `http://trap.test/${page}`, 0),
      ...pages(10, (page) => `http://best.test/${page}`, 0.9),
    ]);
    assert.deepEqual(
      hosts.deprioritised.map(({ name }) => name),
      ['trap.test', 'poor.test'],
    );
    assert.equal(hosts.deprioritised[0]!.allowance, 0.1);
    assert.deepEqual(
      hosts.best.map(({ name }) => name),
      ['best.test', 'good.test'],
    );
  });

  test('a trap that brings a little of everything, but no relevant page, pays nothing', async () => {
    const { hosts } = await whatPays([
      ...pages(40, (page) => `http://trap.test/${page}`, 0.2),
      ...pages(10, (page) => `http://good.test/${page}`, 0.1, 1),
    ]);
    assert.deepEqual(hosts.deprioritised, []);
    assert.deepEqual(
      hosts.best.map(({ name, relevant }) => [name, relevant]),
      [['good.test', 10]],
    );
  });

  test('a row of hosts without an end is held back as one domain', async () => {
    const { hosts, domains } = await whatPays([
      ...pages(190, (page) => `http://n${page}.farm.test/`, 0),
      ...pages(12, (page) => `http://shop.farm.test/${page}`, 0.2, 1),
      ...pages(10, (page) => `http://alone.test/${page}`, 0.5),
    ]);
    // 2.4 of 202 pages, and the ten on trial: (2.4 + 1) / (212 · 0.1). The shop itself pays: it is not held back.
    assert.deepEqual(
      domains.deprioritised.map(({ name, pages }) => [name, pages]),
      [['farm.test', 202]],
    );
    near([domains.deprioritised[0]!.allowance], [3.4 / 21.2]);
    assert.deepEqual(
      hosts.best.map(({ name, allowance }) => [name, allowance]),
      [
        ['alone.test', 1],
        ['shop.farm.test', 1],
      ],
    );
  });

  test('less is wanted as the best pages lie further back', async () => {
    const fewer = [
      { url: 'http://a.test/', reward: 1, relevant: 1, priorityParent: 1 },
      ...pages(20, (page) => `http://b.test/${page}`, 0.02),
    ];
    // After 20 visits the best has faded to 0.995^20 = 0.905, after 400 more to 0.122: (0.4 + 1.81) / 5.43, then (0.4 + 0.244) / 0.732.
    const early = (await whatPays(fewer)).hosts.deprioritised;
    near([early[0]!.allowance], [(0.4 + 10 * 0.2 * 0.995 ** 20) / (30 * 0.2 * 0.995 ** 20)]);
    const late = await whatPays([...fewer, ...pages(400, (page) => `http://c.test/${page}`, 0.1)]);
    assert.deepEqual(late.hosts.deprioritised, []);
  });

  test('nothing is said of what is still on trial, nor where nothing was visited', async () => {
    const none = { deprioritised: [], best: [] };
    const nothing = { hosts: none, domains: none, templates: none };
    assert.deepEqual(await whatPays([]), nothing);
    assert.deepEqual(await whatPays(pages(9, (page) => `http://a.test/${page}`, 0)), nothing);
  });
});
