import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../../failure.js';
import { inertLine } from '../../page/inert-line.js';
import { withoutControls } from '../../page/one-line.js';
import { freeFolder } from '../../store/crawl-folder.js';
import { strategies } from '../../strategy/strategies.js';
import type { Listed } from '../api/endpoints.js';
import type { LabReport } from '../api/search.js';
import { type Fields, needed } from '../server/fields.js';
import type { JobWork } from '../server/jobs.js';
import { badRequest, notFound } from '../server/refusal.js';
import type { ShownCrawl } from '../server/shown-crawl.js';

const program = fileURLToPath(new URL('../../cli/osprey.cjs', import.meta.url));
const [reportName, resultsName] = ['report.html', 'results.json'] as const;
const mostReports = 500;
const mostResults = 50_000_000;

/** The comparisons in the folder of the lab, the newest first. */
export function labReports(labs: string): Listed<LabReport> {
  const names = existsSync(labs) ? readdirSync(labs, { withFileTypes: true }) : [];
  const items = names
    .filter((entry) => entry.isDirectory() && existsSync(path.join(labs, entry.name, resultsName)))
    .slice(0, mostReports)
    .map(({ name }) => reportOf(path.join(labs, name), name))
    .sort((a, b) => b.madeAt - a.madeAt);
  return { items };
}

function reportOf(folder: string, name: string): LabReport {
  const results = path.join(folder, resultsName);
  return {
    name,
    madeAt: statSync(results).mtimeMs,
    title: inertLine(name, 100),
    contenders: contendersOf(results),
    hasPage: existsSync(path.join(folder, reportName)),
  };
}

/** What of results can be told in a line; none where they cannot be read. */
function contendersOf(file: string): LabReport['contenders'] {
  try {
    if (statSync(file).size > mostResults) return [];
    const { standings = [] } = JSON.parse(readFileSync(file, 'utf8')) as { standings?: Standing[] };
    return standings
      .filter(({ seeds }) => seeds === 'all')
      .map(({ strategy, measures }) => ({
        name: inertLine(String(strategy), 60),
        figures: Object.fromEntries(
          Object.entries(measures)
            .filter(([, value]) => typeof value?.mean === 'number')
            .slice(0, 12)
            .map(([key, value]) => [inertLine(key, 40), value!.mean]),
        ),
      }))
      .sort((a, b) => (b.figures.auc ?? 0) - (a.figures.auc ?? 0));
  } catch {
    return [];
  }
}

interface Standing {
  readonly strategy: string;
  readonly seeds: string;
  readonly measures: Readonly<Record<string, { readonly mean: number } | null>>;
}

/** The page of a comparison that is in the list, by its name there. */
export function labReportFile(labs: string, name: string): string {
  const known = labReports(labs).items.find((report) => report.name === name && report.hasPage);
  if (known === undefined) throw notFound('There is no such report.');
  const file = path.join(labs, known.name, reportName);
  if (!lstatSync(file).isFile()) throw notFound('There is no such report.');
  return file;
}

/** Makes a recorded web of a crawl and compares strategies on it, in processes of their own. */
export function labRun(labs: string, crawl: ShownCrawl, body: Fields): JobWork<LabReport> {
  const names = needed(body.only('crawl', 'strategies', 'pages').texts('strategies', 6, 60), 'strategies');
  const budget = body.integer('pages', 10, 5_000) ?? 300;
  const unknown = names.find((name) => !strategies.some((strategy) => strategy.name === name));
  if (unknown !== undefined || names.length === 0) throw badRequest('Name strategies of "osprey strategies".');
  return async (tell, signal) => {
    const webs = path.join(labs, '.webs');
    mkdirSync(webs, { recursive: true });
    const folder = path.resolve(freeFolder(labs, crawl.name));
    const web = path.resolve(freeFolder(webs, path.basename(folder)));
    tell({ doing: 'Recording the crawl as a web' });
    await osprey(['lab', 'record', crawl.folder, '--out', web], signal);
    tell({ doing: `Comparing ${names.join(', ')}` });
    const labels = path.join(web, 'labels.tsv');
    const hasLabels = existsSync(labels) && /\trelevant/.test(readFileSync(labels, 'utf8'));
    const given = ['--web', path.join(web, 'web.warc.gz'), '--topics', path.join(web, 'topics.yaml')];
    const truth = hasLabels ? ['--labels', labels] : ['--truth', 'query'];
    const how = ['--strategies', names.join(','), '--budget', String(budget), '--latency', 'off', '--quiet'];
    await osprey(['lab', ...given, ...truth, ...how, '--out', folder], signal);
    return reportOf(folder, path.basename(folder));
  };
}

/** Runs a command to its end; throws what it complains of. */
async function osprey(args: readonly string[], signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'pipe'], signal });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new UsageError('lab-failed', inertLine(withoutControls(said), 1_000) || 'The lab failed.');
}
