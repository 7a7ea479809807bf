import { count, counted } from '../../counted.js';
import type { CommandReceipt as Given } from '../../crawl/control/crawl-control.js';
import { type OpenControl, openControl } from '../../crawl/control/open-control.js';
import { steerableKeys } from '../../crawl/control/steerable-keys.js';
import { messageOf } from '../../failure.js';
import { inertLine } from '../../page/inert-line.js';
import type { CommandReceipt } from '../api/live.js';
import { type Fields, needed } from '../server/fields.js';
import { badRequest } from '../server/refusal.js';
import type { ShownCrawl } from '../server/shown-crawl.js';
import { resumed } from './resumed.js';
import { refuseSlowPatterns } from './rules.js';

const most = 200;
/** So long an answer waits for the crawl to apply a command (ms). */
const patience = 3_000;
const kinds = ['pause', 'resume', 'stop', 'run', 'seed', 'block', 'unblock', 'slow', 'prefer', 'set'] as const;

/** Gives a crawl a command, as `osprey control` does. */
export async function command(crawl: ShownCrawl, body: Fields, by: string): Promise<CommandReceipt> {
  const kind = needed(body.choice('kind', ...kinds), 'kind');
  if (kind === 'run') return run(crawl);
  const control = await openControl(crawl.location, { by, wait: patience });
  try {
    return receiptOf(await given(kind, control, crawl, body));
  } finally {
    control.close();
    crawl.cached.clear();
  }
}

async function given(
  kind: Exclude<(typeof kinds)[number], 'run'>,
  control: OpenControl,
  crawl: ShownCrawl,
  body: Fields,
): Promise<Given> {
  const settings = crawl.settings();
  const host = () => needed(body.text('host', 253), 'host');
  switch (kind) {
    case 'pause':
      return control.pause();
    case 'resume':
      return control.resume();
    case 'stop':
      return control.stop();
    case 'seed':
      return control.addSeeds(needed(body.texts('urls', most), 'urls'));
    case 'block': {
      const what = needed(body.texts('what', most), 'what');
      refuseSlowPatterns(what);
      return control.block(what);
    }
    case 'unblock': {
      const what = new Set(needed(body.texts('what', most), 'what'));
      const without = (list: readonly string[]) => list.filter((one) => !what.has(one));
      return control.update({ blockHosts: without(settings.blockHosts), exclude: without(settings.exclude) });
    }
    case 'slow':
      return control.update({ hostDelay: { [hostName(host())]: needed(body.text('delay', 20), 'delay') } });
    case 'prefer': {
      const name = hostName(host());
      const others = settings.preferHosts.filter((one) => one !== name);
      return control.update({ preferHosts: body.boolean('on') === false ? others : [...others, name] });
    }
    case 'set':
      return control.change(changesOf(body, settings), 'options');
  }
}

/** Rules go by names; ports are part of what a host is listed as. */
function hostName(host: string): string {
  return host.replace(/:\d+$/, '');
}

function changesOf(body: Fields, settings: ReturnType<ShownCrawl['settings']>) {
  const options = needed(body.object('options'), 'options');
  const other = Object.keys(options).find((key) => !(steerableKeys as readonly string[]).includes(key));
  if (other !== undefined) throw badRequest(`"${other.slice(0, 60)}" cannot be changed here.`);
  const patterns = [options.include, options.exclude].flat();
  refuseSlowPatterns(patterns, [...settings.include, ...settings.exclude]);
  return options;
}

/** Continues a crawl that has stopped, as a process of its own. */
async function run(crawl: ShownCrawl): Promise<CommandReceipt> {
  if (await (await crawl.reader()).isRunning()) throw badRequest('It is running already.');
  const starting: { readonly at: number; problem?: string } = { at: Date.now() };
  crawl.starting = starting;
  const launched = resumed(crawl).then(
    () => {
      crawl.starting = undefined;
    },
    (thrown) => {
      crawl.starting = undefined;
      starting.problem = messageOf(thrown);
    },
  );
  await Promise.race([launched, new Promise((resolve) => setTimeout(resolve, patience).unref())]);
  if (starting.problem !== undefined) throw badRequest(inertLine(starting.problem, 1_000));
  return { applied: crawl.starting === undefined, words: 'The crawl is being resumed.', result: {} };
}

function receiptOf({ id, kind, applied, result }: Given): CommandReceipt {
  const later = applied ? '' : ' It is kept, and applied as soon as the crawl looks or is resumed.';
  return { id, applied, words: `${wordsOf(kind, applied ? result : {})}${later}`, result };
}

function wordsOf(kind: Given['kind'], result: Given['result']): string {
  const { queued, known, rejected, readmitted } = result as Record<string, number | undefined>;
  switch (kind) {
    case 'pause':
      return 'Paused.';
    case 'resume':
      return 'Continued.';
    case 'stop':
      return 'Stopping.';
    case 'seed':
      return queued === undefined
        ? 'Seeds added.'
        : `${counted(queued, 'seed')} queued, ${count(known ?? 0)} known already, ${count(rejected ?? 0)} outside the scope.`;
    case 'block':
      return 'Blocked.';
    default:
      return readmitted ? `Changed; ${counted(readmitted, 'URL')} readmitted.` : 'Changed.';
  }
}
