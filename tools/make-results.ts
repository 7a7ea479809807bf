import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes docs/results anew: every recorded web with labels and topics in a folder of webs (OSPREY_WEBS, or ../shared/webs), all
 * strategies compared on it, and the papers' experiments. Figures only: no page is copied. Takes half an hour on two cores.
 */
const webs = process.env.OSPREY_WEBS ?? '../shared/webs';
const results = 'docs/results';
const parts = ['web.warc.gz', 'labels.tsv', 'topics.yaml'];

function osprey(args: readonly string[]): string {
  process.stderr.write(`osprey ${args.join(' ')}\n`);
  const { status, stdout } = spawnSync(process.execPath, ['dist/src/cli/osprey.cjs', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`osprey ${args[0]} ended with ${status}`);
  return stdout;
}

function makeFor(name: string): string {
  const [web, labels, topics] = parts.map((part) => path.join(webs, name, part)) as [string, string, string];
  const out = path.join(results, name);
  rmSync(out, { recursive: true, force: true });
  const given = ['--web', web, '--labels', labels, '--topics', topics, '--out', out];
  osprey(['lab', 'papers', ...given]);
  const summary = osprey(['lab', ...given, '--strategies', 'all', '--repeat', '3']);
  // Megabytes of curves that one command makes again.
  rmSync(path.join(out, 'results.json'));
  const [sentences = '', ...tables] = summary.slice(0, summary.indexOf('\nWritten:')).trim().split('\n\n').reverse();
  return [
    `## ${name}`,
    `[The papers' experiments](${name}/README.md) · [the comparison as a page](${name}/report.html) · [its crawls](${name}/results.csv)`,
    sentences.replace(/^/gm, '- '),
    `\`\`\`\n${tables.reverse().join('\n\n')}\n\`\`\``,
  ].join('\n\n');
}

const names = readdirSync(webs)
  .filter((name) => parts.every((part) => existsSync(path.join(webs, name, part))))
  .sort();
if (names.length === 0) throw new Error(`${webs} holds no web with ${parts.join(', ')}; set OSPREY_WEBS.`);
const introduction = `# Results

What the [lab](../lab.md) says of Osprey's strategies, made by \`npm run results\` (date and commit are in each report). Budget 300 pages,
near and far seeds, three sets of seeds a topic; judged by people's labels, which no strategy sees. The pages of these webs
are not part of Osprey.`;
writeFileSync(path.join(results, 'README.md'), `${[introduction, ...names.map(makeFor)].join('\n\n')}\n`);
