import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Candidate, type Claim, type FrontierRules, type Settlement, unlimited } from '../src/model/frontier.js';
import { seededRandom } from '../src/random.js';
import { SqliteStore } from '../src/store/sqlite/sqlite-store.js';

/**
 * What a page costs the frontier and the store as the crawl grows: one crawl without a network claims URLs and settles
 * each with ten new links, and the CPU a page is measured where it knows 10,000 URLs and again where it knows a million.
 * Prints one line of JSON a size and one with the ratio; `--hosts` and `--known` choose another shape.
 */
const linksAPage = 10;
const pagesABatch = 8;
const smallKnown = 10_000;
/** At the small size few enough for it to stay small, at the large one enough for several checkpoints of the log. */
const smallPages = 1_000;
const largePages = 10_000;

interface Measurement {
  readonly hosts: number;
  readonly known: number;
  readonly cpuMsPerPage: number;
  readonly rssMB: number;
}

/** A crawl over invented hosts on a clock that leaps to the next host's time. */
class InventedCrawl {
  known = 0;
  private now = 1;
  private readonly random = seededRandom(7);

  constructor(
    private readonly store: SqliteStore,
    private readonly hosts: number,
  ) {}

  async start(): Promise<void> {
    this.known += await this.store.frontier.add(
      Array.from({ length: Math.max(this.hosts, pagesABatch) }, () => this.newLink(0)),
    );
  }

  /** Visits pages until so many URLs are known; returns how many pages that took. */
  async growTo(known: number): Promise<number> {
    let pages = 0;
    while (this.known < known) {
      const { claims, nextAt } = await this.store.frontier.claim({ queue: 0, count: pagesABatch, now: this.now });
      if (claims.length > 0) {
        const settled = await this.store.frontier.settle({ settlements: claims.map((claim) => this.visited(claim)) });
        this.known += settled.added;
        pages += claims.length;
      }
      if (claims.length < pagesABatch) this.now = nextAt ?? this.now + 1;
    }
    return pages;
  }

  private visited(claim: Claim): Settlement {
    const relevance = this.random();
    return {
      claim,
      visit: {
        outcome: 'page',
        reason: '',
        fetchedAt: this.now,
        status: 200,
        contentType: 'text/html; charset=utf-8',
        bytes: 36_000,
        title: `Page ${claim.urlId} of the invented web`,
        language: 'en',
        fingerprint: claim.urlId.toString(16).padStart(16, '0'),
        archive: { file: 'pages-00001.warc.gz', offset: claim.urlId * 9_000, length: 9_000 },
        judgement: { relevance, raw: relevance / 5, relevant: relevance > 0.5, parts: { cosine: relevance } },
      },
      links: Array.from({ length: linksAPage }, () => this.newLink(claim.depth + 1)),
    };
  }

  private newLink(depth: number): Candidate {
    const host = Math.floor(this.random() * this.hosts);
    const page = Math.floor(this.random() * 2 ** 40).toString(36);
    const value = this.random();
    return {
      url: `https://www.host-${host}.example.org/some/folder/of/pages/${page}.html`,
      queue: 0,
      level: 1,
      depth,
      score: { value, parts: { page: value / 2, anchor: value / 3, url: value / 4 } },
      merge: 'max',
      anchor: `What the link to ${page} says`,
    };
  }
}

async function measure(crawl: InventedCrawl, hosts: number, known: number, pagesToVisit: number): Promise<Measurement> {
  await crawl.growTo(known);
  const before = process.cpuUsage();
  const pages = await crawl.growTo(known + linksAPage * pagesToVisit);
  const { user, system } = process.cpuUsage(before);
  const cpuMsPerPage = Number(((user + system) / 1000 / pages).toFixed(3));
  return { hosts, known, cpuMsPerPage, rssMB: Math.round(process.memoryUsage.rss() / 2 ** 20) };
}

/** A lone host is crawled like an archive, many hosts politely. */
function rulesFor(hosts: number): FrontierRules {
  return {
    ...unlimited,
    delay: hosts === 1 ? 0 : 1_000,
    requestsPerHost: hosts === 1 ? pagesABatch : 1,
  };
}

async function run(hosts: number, largeKnown: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-scale-'));
  try {
    const store = SqliteStore.open(folder, rulesFor(hosts), { create: true });
    const crawl = new InventedCrawl(store, hosts);
    await crawl.start();
    const small = await measure(crawl, hosts, smallKnown, smallPages);
    console.log(JSON.stringify(small));
    const large = await measure(crawl, hosts, largeKnown, largePages);
    console.log(JSON.stringify(large));
    const peakRssMB = Math.round(process.resourceUsage().maxRSS / 1024);
    const ratio = Number((large.cpuMsPerPage / small.cpuMsPerPage).toFixed(2));
    console.log(JSON.stringify({ hosts, ratio, peakRssMB }));
    await store.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values } = parseArgs({ options: { hosts: { type: 'string' }, known: { type: 'string', default: '1000000' } } });
if (values.hosts !== undefined) await run(Number(values.hosts), Number(values.known));
else {
  for (const hosts of ['1000', '1']) {
    const child = fork(fileURLToPath(import.meta.url), ['--hosts', hosts, '--known', values.known]);
    const [code] = await once(child, 'exit');
    if (code !== 0) process.exitCode = 1;
  }
}
