import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Candidate, type Claim, type Settlement, unlimited } from '../src/model/frontier.js';
import { seededRandom } from '../src/random.js';
import { SqliteStore } from '../src/store/sqlite/sqlite-store.js';

/**
 * What a request costs the frontier where all hosts live at one address, which may be asked two things at a time: a crawl without a network
 * claims URLs and settles them, on a clock that leaps to the next time. Prints one line of JSON for each number of hosts.
 */
const hostCounts = [10, 100, 1_000];
const requests = 10_000;
const warmUp = 2_000;
const address = '192.0.2.1';
const rules = { ...unlimited, delay: 1_000, requestsPerHost: 1, requestsPerAddress: 2, delayPerAddress: 10 };

async function measure(hosts: number): Promise<{ hosts: number; cpuMsPerRequest: number }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-address-'));
  try {
    const store = SqliteStore.open(folder, rules, { create: true });
    const random = seededRandom(7);
    const linkTo = (page: number): Candidate => {
      const value = random();
      const url = `https://www.host-${page % hosts}.example.org/${page}.html`;
      return { url, queue: 0, level: 1, depth: 0, score: { value, parts: { page: value } }, merge: 'max' };
    };
    await store.frontier.add(Array.from({ length: warmUp + requests }, (_, page) => linkTo(page)));
    let now = 1;
    const request = async (count: number) => {
      for (let done = 0; done < count; ) {
        const { claims, nextAt } = await store.frontier.claim({ queue: 0, count: 2, now });
        await store.frontier.settle({ settlements: claims.map((claim) => visited(claim, now)) });
        done += claims.length;
        if (claims.length === 0) now = Math.max(now + 1, nextAt ?? 0);
      }
    };
    await request(warmUp);
    const before = process.cpuUsage();
    await request(requests - 2);
    const { user, system } = process.cpuUsage(before);
    await store.close();
    return { hosts, cpuMsPerRequest: Number(((user + system) / 1_000 / requests).toFixed(3)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function visited(claim: Claim, now: number): Settlement {
  const visit = { outcome: 'page', reason: '', fetchedAt: now, status: 200 } as const;
  return { claim, visit, address, pace: { ...claim.pace, failures: 0 } };
}

for (const hosts of hostCounts) console.log(JSON.stringify(await measure(hosts)));
