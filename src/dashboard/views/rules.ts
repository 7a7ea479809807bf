import { setImmediate as turn } from 'node:timers/promises';
import type { Settings } from '../../config/options.js';
import { count } from '../../counted.js';
import { withChanges, writtenChanges } from '../../crawl/control/steerable-settings.js';
import { isReadmitted } from '../../crawl/readmit.js';
import { Scope } from '../../frontier/scope.js';
import { inertLine } from '../../page/inert-line.js';
import type { Rules, RulesPreview, RulesView } from '../api/queue.js';
import type { Fields } from '../server/fields.js';
import type { JobWork } from '../server/jobs.js';
import { badRequest } from '../server/refusal.js';
import type { ShownCrawl } from '../server/shown-crawl.js';

const ruleKeys = [
  'domains',
  'blockHosts',
  'include',
  'exclude',
  'maxDepth',
  'maxPerHost',
  'followNofollow',
] as const satisfies readonly (keyof Rules)[];
const mostRules = 1_000;
const mostShown = 50;
const chunk = 2_000;

export function rulesView(crawl: ShownCrawl): RulesView {
  const { domains, blockHosts, include, exclude, maxDepth, maxPerHost, followNofollow } = crawl.settings();
  const limit = (value: number) => (Number.isFinite(value) ? value : ('none' as const));
  const shown = (texts: readonly string[]) => texts.map((text) => inertLine(text, 2_048));
  return {
    rules: {
      domains: shown(domains),
      blockHosts: shown(blockHosts),
      include: shown(include),
      exclude: shown(exclude),
      maxDepth: limit(maxDepth),
      maxPerHost: limit(maxPerHost),
      followNofollow,
    },
  };
}

/** Checked: wrong patterns and hosts are refused with all that is wrong. */
export function changedRules(crawl: ShownCrawl, body: Fields): { readonly before: Settings; readonly after: Settings } {
  body.only(...ruleKeys);
  const given = Object.fromEntries(
    ruleKeys.map((key) => [key, body.raw(key)]).filter(([, value]) => value !== undefined),
  );
  if (Object.values(given).some((value) => Array.isArray(value) && value.length > mostRules))
    throw badRequest(`A list may have ${mostRules} entries.`);
  const before = crawl.settings();
  const patterns = [...(body.texts('include', mostRules) ?? []), ...(body.texts('exclude', mostRules) ?? [])];
  refuseSlowPatterns(patterns, [...before.include, ...before.exclude]);
  return { before, after: withChanges(before, writtenChanges(before, given, 'options')) };
}

/** A regular expression of a client could take for ever; globs cannot. Those that the crawl has already are the user's own. */
export function refuseSlowPatterns(patterns: readonly unknown[], known: readonly string[] = []): void {
  const isExpression = (pattern: unknown) => typeof pattern === 'string' && /^\/.*\/$/.test(pattern);
  if (patterns.some((pattern) => isExpression(pattern) && !known.includes(pattern as string)))
    throw badRequest(
      'Regular expressions can be given on the command line only; use a glob such as https://a.org/b/**.',
    );
}

/** Counts what other rules would drop from the queue and admit to it, without changing anything. */
export function rulesPreview(crawl: ShownCrawl, before: Settings, after: Settings): JobWork<RulesPreview> {
  return async (tell, signal) => {
    const { browsing, records } = await crawl.reader();
    const [old, scope] = [new Scope(before), new Scope(after)];
    const preview = { drops: 0, admits: 0, dropped: [] as Shown[], admitted: [] as Shown[] };
    const add = (list: Shown[], url: string, rule: string) => {
      if (list.length < mostShown) list.push({ url: inertLine(url, 2_048), rule: inertLine(rule, 60) });
    };
    let done = 0;
    for (let last = 0; ; ) {
      const queued = await browsing.queued({ after: last, limit: chunk });
      for (const { url, depth, kind } of queued) {
        const of = (rules: Scope) =>
          kind === 'page' ? rules.rejection(url, depth) : rules.rejectionOfList(url, depth);
        const rule = of(scope);
        if (rule === undefined || of(old) !== undefined) continue;
        preview.drops++;
        add(preview.dropped, url, rule);
      }
      done += queued.length;
      tell({ doing: 'Reading the queue', done });
      if (queued.length < chunk || signal.aborted) break;
      last = queued.at(-1)!.id;
      await turn();
    }
    for await (const record of records.rejected()) {
      if (++done % chunk === 0) {
        tell({ doing: 'Reading what was rejected', done });
        await turn();
      }
      if (signal.aborted) break;
      if (!isReadmitted(record, scope, before, after)) continue;
      preview.admits++;
      add(preview.admitted, record.url, record.reason);
    }
    const words = `Would drop ${count(preview.drops)} and admit ${count(preview.admits)}.`;
    return { ...preview, words };
  };
}

interface Shown {
  readonly url: string;
  readonly rule: string;
}
