import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * CPU of `osprey --help`, and of a crawl with one seed until its first request, from the start of the process: medians of a few runs, as
 * lines of JSON. The second is read from /proc, so Linux only.
 */
const runs = 7;
const osprey = fileURLToPath(new URL('../src/cli/osprey.cjs', import.meta.url));
console.log(JSON.stringify({ command: 'osprey --help', cpuSeconds: await median(help) }));
console.log(JSON.stringify({ command: 'osprey crawl, first request', cpuSeconds: await median(firstRequest) }));

async function median(measure: () => number | Promise<number>): Promise<number> {
  const seconds: number[] = [];
  while (seconds.length < runs) seconds.push(await measure());
  return seconds.sort((a, b) => a - b)[Math.floor(runs / 2)]!;
}

function help(): number {
  const report =
    'process.on("exit", () => { const { user, system } = process.cpuUsage(); process.stderr.write(String(user + system)); })';
  const args = ['--import', `data:text/javascript,${encodeURIComponent(report)}`, osprey, '--help'];
  return Number(spawnSync(process.execPath, args, { encoding: 'utf8' }).stderr) / 1e6;
}

async function firstRequest(): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-start-'));
  const server = createServer((_, response) => response.end('<title>A page</title>')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const seed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const args = [osprey, 'crawl', 'jaguar car', '--seed', seed, '--allow-private', '--out', path.join(folder, 'crawl')];
  const crawl = spawn(process.execPath, args, { stdio: 'ignore' });
  try {
    await once(server, 'request');
    return cpuSeconds(crawl.pid!);
  } finally {
    crawl.kill('SIGKILL');
    await once(crawl, 'exit');
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of all threads of a process, to the nanosecond. */
function cpuSeconds(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, own) => sum + own, 0) / 1e9;
}
