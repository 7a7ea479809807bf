import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { request } from 'undici';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { exposition, expositionType } from '../../src/crawl/metrics/exposition.js';
import { smallWeb } from '../cli/small-web.js';
import { startSite } from '../site.js';

interface Parsed {
  readonly type: string;
  readonly help: string;
  readonly samples: Map<string, number>;
}

/** The text format of Prometheus 0.0.4, strictly: every metric has its help and type, in one group, in this order; names and units are by convention. */
function parsed(text: string): Map<string, Parsed> {
  const metrics = new Map<string, Parsed>();
  let current: string | undefined;
  let help = '';
  assert.ok(text.endsWith('\n'));
  for (const line of text.slice(0, -1).split('\n')) {
    const [, helped, words] = /^# HELP ([a-z_:][a-z0-9_:]*) (.+)$/.exec(line) ?? [];
    const [, typed, type] = /^# TYPE ([a-z_:][a-z0-9_:]*) (counter|gauge)$/.exec(line) ?? [];
    if (helped !== undefined) {
      assert.ok(!metrics.has(helped), `${helped} comes twice`);
      [current, help] = [helped, words!];
    } else if (typed !== undefined) {
      assert.equal(typed, current);
      assert.equal(typed.endsWith('_total'), type === 'counter', `${typed} is named as a ${type}`);
      assert.doesNotMatch(typed, /_(?:ms|kb|mb|percent|count)$/);
      metrics.set(typed, { type: type!, help, samples: new Map() });
    } else {
      const sample =
        /^([a-z_:][a-z0-9_:]*)((?:\{[a-z_]+="(?:[^"\\\n]|\\[\\"n])*"(?:,[a-z_]+="(?:[^"\\\n]|\\[\\"n])*")*\})?) (-?[\d.]+(?:e[+-]?\d+)?|[+-]Inf|NaN)$/.exec(
          line,
        );
      assert.ok(sample, `not a sample: ${line}`);
      assert.equal(sample[1], current);
      const { samples } = metrics.get(current!)!;
      assert.ok(!samples.has(sample[2]!), `${line} comes twice`);
      samples.set(sample[2]!, Number(sample[3]!.replace('Inf', 'Infinity')));
    }
  }
  return metrics;
}

test('a running crawl serves its figures, and stops when it ends', async (t) => {
  const site = await startSite(smallWeb);
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-metrics-'));
  t.after(async () => {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const options = {
    ...{ query: 'jaguar car', seed: 'http://cars.test/', allowPrivate: true, resolve: site.resolve, delay: '0s' },
    ...{ workers: 0, maxPages: 8, metrics: '127.0.0.1:0', out: path.join(folder, 'one') },
  } as const;
  const crawl = await Crawl.start(settingsFrom({ options }));
  let pages = 0;
  const seen: Map<string, Parsed>[] = [];
  for await (const _ of crawl.run()) {
    if (++pages % 3 !== 0) continue;
    const { headers, body, statusCode } = await request(crawl.metricsUrl!);
    assert.deepEqual([statusCode, headers['content-type']], [200, expositionType]);
    seen.push(parsed(await body.text()));
  }
  const last = seen.at(-1)!;
  const value = (name: string, labels = '') => last.get(name)!.samples.get(labels)!;
  assert.ok(value('osprey_pages') >= 3 && value('osprey_pages') <= 8);
  assert.ok(value('osprey_queued_urls') > 0 && value('osprey_known_urls') > value('osprey_pages'));
  assert.ok(value('osprey_visits_total', '{outcome="page"}') >= 3);
  assert.ok(value('osprey_archive_bytes') > 1_000 && value('process_resident_memory_bytes') > 1e7);
  assert.ok(value('process_cpu_seconds_total') > 0 && value('process_start_time_seconds') > 1e9);
  for (const [name, { type, samples }] of seen[0]!)
    if (type === 'counter')
      for (const [labels, before] of samples) assert.ok(last.get(name)!.samples.get(labels)! >= before, `${name} fell`);
  await assert.rejects(request(crawl.metricsUrl!), { code: 'ECONNREFUSED' });
});

test('an address that is taken is told before anything is fetched; other paths and methods are refused', async (t) => {
  const site = await startSite(smallWeb);
  t.after(() => site.close());
  const options = {
    ...{ query: 'jaguar car', seed: 'http://cars.test/', allowPrivate: true, resolve: site.resolve, delay: '0s' },
    ...{ workers: 0, maxPages: 2 },
  } as const;
  const taken = await Crawl.start(settingsFrom({ options: { ...options, metrics: `127.0.0.1:${site.port}` } }));
  await assert.rejects(taken.run().next(), { code: 'metrics-address' });
  assert.equal(site.log.length, 0);
  const crawl = await Crawl.start(settingsFrom({ options: { ...options, metrics: '0' } }));
  const visits = crawl.run();
  await visits.next();
  const url = crawl.metricsUrl!;
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  assert.equal((await request(url, { method: 'POST' })).statusCode, 405);
  assert.equal((await request(url.replace('/metrics', '/'))).statusCode, 404);
  await visits.return('interrupted');
});

test('what could break a line is escaped', () => {
  const samples = [{ labels: { code: 'a"b\\c\nd' }, value: Number.POSITIVE_INFINITY }];
  const text = exposition([{ name: 'x_total', type: 'counter', help: 'One\\\nline.', samples }]);
  assert.equal(text, '# HELP x_total One\\\\\\nline.\n# TYPE x_total counter\nx_total{code="a\\"b\\\\c\\nd"} +Inf\n');
  assert.equal(parsed(text).get('x_total')!.samples.size, 1);
});
