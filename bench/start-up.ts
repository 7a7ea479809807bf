import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** CPU of `osprey --help`, from the start of the process to its end: the median of a few runs, as a line of JSON. */
const runs = 7;
const osprey = fileURLToPath(new URL('../src/cli/osprey.cjs', import.meta.url));
const report =
  'process.on("exit", () => { const { user, system } = process.cpuUsage(); process.stderr.write(String(user + system)); })';
const seconds = Array.from({ length: runs }, () => {
  const args = ['--import', `data:text/javascript,${encodeURIComponent(report)}`, osprey, '--help'];
  return Number(spawnSync(process.execPath, args, { encoding: 'utf8' }).stderr) / 1e6;
}).sort((a, b) => a - b);
console.log(JSON.stringify({ command: 'osprey --help', cpuSeconds: seconds[Math.floor(runs / 2)] }));
