import path from 'node:path';
import { UsageError } from '../failure.js';
import { holdsCrawl } from '../store/crawl-folder.js';
import type { McpLimits } from './mcp-limits.js';

/** Steps of a path that lead down and hide nothing. */
const isName = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*(?:\/[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*)*$/u;

/** The folder of the crawl with this name. Throws where there is none: no other folder can be named. */
export function crawlNamed(name: string, { root }: Pick<McpLimits, 'root'>): string {
  const folder = path.join(root, name);
  if (isName.test(name) && holdsCrawl(folder)) return folder;
  throw new UsageError('no-crawl', `There is no crawl named ${JSON.stringify(name)}; list_crawls names them.`, {
    name,
  });
}
