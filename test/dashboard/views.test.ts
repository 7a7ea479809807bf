import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { crawl } from '../../src/library/crawl.js';
import { openReader } from '../../src/store/open-reader.js';
import { temporaryFolder } from '../cli/osprey.js';
import { smallWeb } from '../cli/small-web.js';
import { html, startSite } from '../site.js';
import { DashboardClient } from './dashboard-client.js';

const { folder: root, remove } = temporaryFolder();
const hostile = '<img src=x onerror=alert(1)>\u202e\u0007';
const site = await startSite({
  ...smallWeb,
  'garden.test/': html(`${hostile} Jaguar car garden`, 'A garden without any cars. A jaguar car stands in it.'),
});
const id = 'cars';
let client: DashboardClient;

before(async () => {
  const out = path.join(root, id);
  const options = { query: 'jaguar car', seed: 'http://cars.test/', not: ['jungle'], out, delay: '0s' };
  const net = { resolve: [site.resolve], allowPrivate: true, workers: 0, exclude: ['http://news.test/escape*'] };
  for await (const _ of crawl({ ...options, ...net }));
  client = await DashboardClient.open({ root, by: 'maria', own: { ...net, delay: '0s', exclude: undefined } });
});
after(async () => {
  await client.close();
  await site.close();
  remove();
});

const pages = () => client.ask('GET /api/crawls/:crawl/pages', { crawl: id });

describe('a finished crawl', () => {
  test('is listed with its topic, its state as a sentence and its figures', async () => {
    const { items } = await client.ask('GET /api/crawls');
    const [card] = items;
    assert.equal(items.length, 1);
    assert.equal(card!.topic, 'jaguar car');
    assert.equal(card!.state.kind, 'stopped');
    assert.match(card!.state.sentence, /^Stopped: the queue is empty/);
    assert.match(card!.state.resumeWith!, /^osprey resume /);
    const live = await client.ask('GET /api/crawls/:crawl', { crawl: id });
    assert.equal(live.pages, card!.pages);
    assert.ok(live.relevant > 2 && live.relevant <= live.pages);
    assert.equal(live.history.at(-1)!.pages, live.pages);
    assert.ok(live.agents[0]!.words.length > 0);
  });

  test('has its life on the time axis', async () => {
    const { items } = await client.ask('GET /api/crawls/:crawl/events', { crawl: id });
    assert.deepEqual(items.map(({ kind }) => kind).sort(), ['start', 'stop']);
  });

  test('lists pages by relevance, in pieces that join without a gap', async () => {
    const all = await pages();
    const relevances = all.items.map(({ relevance }) => relevance);
    assert.deepEqual(
      relevances,
      [...relevances].sort((a, b) => b - a),
    );
    const joined: number[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const piece: typeof all = await client.ask('GET /api/crawls/:crawl/pages', {
        ...{ crawl: id, limit: 2 },
        ...(next && { after: next }),
      });
      joined.push(...piece.items.map(({ visit }) => visit));
      next = piece.next;
    }
    assert.deepEqual(
      joined,
      all.items.map(({ visit }) => visit),
    );
    const newest = await client.ask('GET /api/crawls/:crawl/pages', { crawl: id, order: 'newest', host: 'cars.test' });
    const visits = newest.items.map(({ visit }) => visit);
    assert.deepEqual(
      visits,
      [...visits].sort((a, b) => b - a),
    );
    assert.ok(newest.items.every(({ host }) => host === 'cars.test'));
    assert.ok(all.items[0]!.snippet.some(({ match, text }) => match && /jaguar|car/i.test(text)));
  });

  test('tells of a page why it is there, and shows its text only', async () => {
    const page = (await pages()).items.find(({ url }) => url.endsWith('/xk120.html'))!;
    const detail = await client.ask('GET /api/crawls/:crawl/pages/:visit', { crawl: id, visit: page.visit });
    assert.equal(detail.path[0]!.url, 'http://cars.test/');
    assert.ok(detail.parts.length > 0 && detail.parts.some(({ meaning }) => meaning !== ''));
    const { text } = await client.ask('GET /api/crawls/:crawl/pages/:visit/text', { crawl: id, visit: page.visit });
    assert.match(text, /fastest car of its day/);
    const frame = await client.ask('POST /api/crawls/:crawl/pages/:visit/frame', { crawl: id, visit: page.visit });
    const answer = await fetch(frame.url);
    assert.notEqual(new URL(frame.url).origin, client.dashboard.origin);
    assert.match(answer.headers.get('content-type')!, /^text\/plain/);
    assert.match(answer.headers.get('content-security-policy')!, /^sandbox; default-src 'none'/);
    assert.match(await answer.text(), /# Jaguar XK120/);
    const report = await client.ask('POST /api/crawls/:crawl/report/frame', { crawl: id });
    assert.match((await fetch(report.url)).headers.get('content-security-policy')!, /^sandbox allow-scripts/);
  });

  test('sends what hostile pages say as text without controls', async () => {
    const answer = await client.raw('GET /api/crawls/:crawl/pages', { crawl: id });
    assert.match(answer.headers.get('content-type')!, /^application\/json/);
    const text = await answer.text();
    for (const sign of ['\u202e', '\u0007', '\\u202e', '\\u0007']) assert.ok(!text.includes(sign));
    assert.ok(text.includes('Jaguar car garden'));
  });

  test('tells what is queued and what its rules keep out, and what other rules would do', async () => {
    const queue = await client.ask('GET /api/crawls/:crawl/queue', { crawl: id });
    const rules = new Map(queue.rejected.map(({ rule, urls }) => [rule, urls]));
    assert.equal(rules.get('exclude'), 1);
    assert.equal(rules.get('nofollow'), 1);
    const kept = await client.ask('GET /api/crawls/:crawl/rejected', { crawl: id, rule: 'exclude' });
    assert.deepEqual(kept.items, [{ url: 'http://news.test/escape.html', depth: 1, from: 'http://cars.test/' }]);
    assert.deepEqual((await client.ask('GET /api/crawls/:crawl/queue/next', { crawl: id })).items, []);
    const job = await client.ask('POST /api/crawls/:crawl/rules/preview', { crawl: id }, { exclude: [] });
    const { admits, drops, words } = await client.result(job);
    assert.deepEqual({ admits, drops, words }, { admits: 1, drops: 0, words: 'Would drop 0 and admit 1.' });
  });

  test('tells of hosts what they brought, and which lines of robots.txt rule', async () => {
    const { items } = await client.ask('GET /api/crawls/:crawl/hosts', { crawl: id, order: 'pages' });
    assert.equal(items[0]!.host, 'cars.test');
    assert.ok(items[0]!.relevant > 0 && items[0]!.errors > 0);
    const host = await client.ask('GET /api/crawls/:crawl/hosts/:host', { crawl: id, host: 'cars.test' });
    assert.deepEqual(
      host.robots[0]!.lines.map(({ number, text }) => `${number} ${text}`),
      ['2 User-agent: *', '3 Disallow: /private/'],
    );
    assert.ok(host.reasons.some(({ code }) => code === 'robots'));
    const map = await client.ask('GET /api/crawls/:crawl/map', { crawl: id });
    const place = (name: string) => map.hosts.findIndex((one) => one.host === name);
    assert.ok(map.hosts[place('cars.test')]!.isSeed);
    assert.ok(map.links.some(({ from, to }) => from === place('cars.test') && to === place('cats.test')));
    const earlier = await client.ask('GET /api/crawls/:crawl/map', { crawl: id, until: map.from });
    assert.ok(earlier.hosts.length < map.hosts.length);
  });

  test('is searched, and the query is logged with who asked', async () => {
    const { found } = await client.ask('GET /api/crawls/:crawl/search', { crawl: id, q: 'fastest' });
    assert.equal(found[0]!.url, 'http://cars.test/xk120.html');
    assert.ok(found[0]!.snippet.some(({ match, text }) => match && text === 'fastest'));
    const [line = ''] = readFileSync(path.join(root, id, 'queries.jsonl'), 'utf8').split('\n');
    const { query, results, by } = JSON.parse(line);
    assert.deepEqual({ query, results, by }, { query: 'fastest', results: 1, by: 'maria' });
  });

  test('exports a selection', async () => {
    const [first] = (await pages()).items;
    const one = { crawl: id, format: 'csv', visits: first!.visit };
    const csv = await client.raw('GET /api/crawls/:crawl/export', one);
    assert.match(csv.headers.get('content-disposition')!, /^attachment; filename="cars.csv"/);
    assert.equal((await csv.text()).trim().split('\n').length, 2);
    const urls = await client.raw('GET /api/crawls/:crawl/export', { crawl: id, format: 'urls', which: 'relevant' });
    assert.ok((await urls.text()).includes('http://cars.test/e-type.html'));
  });
});

describe('a person', () => {
  test('answers a round: ten near the threshold, five at the top, five at random, and sees what it changed', async () => {
    const round = await client.ask('GET /api/crawls/:crawl/round', { crawl: id });
    assert.ok(round.pages.length > 3);
    assert.equal(new Set(round.pages.map(({ url }) => url)).size, round.pages.length);
    assert.equal(round.pages.filter(({ why }) => why === 'random').length, 5);
    const same = await client.ask('GET /api/crawls/:crawl/round', { crawl: id });
    assert.deepEqual(same.pages, round.pages);
    const labels = round.pages.map(({ visit, url }) => {
      return { visit, label: url.includes('cars.test') ? 'relevant' : 'other' };
    });
    const effect = await client.ask('POST /api/crawls/:crawl/labels', { crawl: id }, { labels });
    assert.equal(effect.saved, labels.length);
    assert.ok(effect.judged.relevant > 0 && effect.judged.harvest !== undefined);
    const job = await client.ask('POST /api/crawls/:crawl/round/finish', { crawl: id });
    const change = await client.result(job);
    assert.equal(change.labelled, labels.length);
    assert.equal(change.before.relevant, 0);
    assert.equal(change.after.relevant, effect.judged.relevant);
    assert.ok(change.ranking!.pages > 3);
    const { items } = await client.ask('GET /api/crawls/:crawl/events', { crawl: id });
    const said = items.find(({ kind }) => kind === 'label')!;
    assert.equal(said.words, `maria labelled ${labels.length} pages`);
  });

  test('takes a label back', async () => {
    const { items } = await client.ask('GET /api/crawls/:crawl/pages', { crawl: id, which: 'labelled' });
    const [page] = items;
    await client.ask(
      'POST /api/crawls/:crawl/labels',
      { crawl: id },
      { labels: [{ visit: page!.visit, label: 'none' }] },
    );
    const left = await client.ask('GET /api/crawls/:crawl/pages', { crawl: id, which: 'labelled' });
    assert.equal(left.items.length, items.length - 1);
  });

  test('edits the topic: first a preview that changes nothing, then the whole crawl is judged', async () => {
    const topic = { query: 'gardening plants', not: [] };
    const preview = await client.ask('POST /api/crawls/:crawl/topic/preview', { crawl: id }, topic);
    const { change } = await client.result(preview);
    assert.ok(change.relevantAfter < change.relevantBefore);
    assert.equal((await client.ask('GET /api/crawls/:crawl/topic', { crawl: id })).topic.query, 'jaguar car');
    const apply = await client.ask('POST /api/crawls/:crawl/topic/apply', { crawl: id }, topic);
    await client.result(apply);
    assert.equal((await client.ask('GET /api/crawls/:crawl/topic', { crawl: id })).topic.query, 'gardening plants');
    const live = await client.ask('GET /api/crawls/:crawl', { crawl: id });
    assert.equal(live.relevant, change.relevantAfter);
    assert.ok((await client.ask('GET /api/crawls/:crawl/words', { crawl: id })).items.length > 0);
    const reader = await openReader(path.join(root, id));
    assert.equal((await reader.browsing.rejudgedAt()).length, 1);
    await reader.close();
  });

  test('slows, prefers and blocks hosts of a crawl that rests: it is kept for the next run', async () => {
    const given = [
      { kind: 'slow', host: 'cars.test', delay: '5s' },
      { kind: 'prefer', host: 'cars.test', on: true },
      { kind: 'block', what: ['cats.test'] },
    ];
    for (const body of given) {
      const receipt = await client.ask('POST /api/crawls/:crawl/commands', { crawl: id }, body);
      assert.equal(receipt.applied, false);
    }
    const pause = await client.raw('POST /api/crawls/:crawl/commands', { crawl: id }, { kind: 'pause' });
    assert.equal(pause.status, 400);
    assert.equal(JSON.parse(await pause.text()).error.code, 'not-running');
    const { commandsWaiting } = await client.ask('GET /api/crawls/:crawl', { crawl: id });
    assert.equal(commandsWaiting, 4);
  });
});
