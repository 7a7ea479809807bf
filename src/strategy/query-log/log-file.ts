import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../../config/options.js';
import { messageOf, UsageError } from '../../failure.js';
import { isBinary } from '../../reading/page-file.js';
import { logStart, queriesName, readQueries } from '../../topic/asked-queries.js';
import { parseSearchQuery } from '../../topic/search-query.js';

export interface FoundLog {
  /** Undefined where a crawl is kept in memory, so that nobody can search it. */
  readonly file: string | undefined;
  readonly exists: boolean;
}

/**
 * The log that --query-log names, a file or a crawl's folder, which must be there; without it that of the crawl's own
 * folder, which need not be there yet.
 */
export function findLog({ queryLog, out }: Pick<Settings, 'queryLog' | 'out'>): FoundLog {
  if (queryLog === undefined) {
    const file = out === undefined ? undefined : path.join(out, queriesName);
    return { file, exists: file !== undefined && existsSync(file) };
  }
  const isFolder = statSync(queryLog, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const file = isFolder ? path.join(queryLog, queriesName) : queryLog;
  if (isFolder && !existsSync(file))
    throw new UsageError(
      'no-query-log',
      `${queryLog} has no ${queriesName}: it has not been searched with "osprey search" yet; give another --query-log.`,
      { queryLog },
    );
  try {
    const start = Buffer.alloc(8192);
    const descriptor = openSync(file, 'r');
    const length = readSync(descriptor, start);
    closeSync(descriptor);
    if (isBinary(start.subarray(0, length))) throw new Error('it is not a text file');
  } catch (thrown) {
    throw new UsageError(
      'no-query-log',
      `Cannot read the query log ${file} (${messageOf(thrown)}); check --query-log.`,
      {
        queryLog,
      },
    );
  }
  return { file, exists: true };
}

/** The phrases that queries of a log have between quotes, the most frequent first. */
export function quotedPhrases(file: string, most: number): string[] {
  const counts = new Map<string, number>();
  readQueries(file, logStart, (query) => {
    for (const { text, quoted } of parseSearchQuery(query).wanted)
      if (quoted) counts.set(text, (counts.get(text) ?? 0) + 1);
  });
  return [...counts]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([phrase]) => phrase);
}
