import { statSync } from 'node:fs';
import { UsageError } from '../../../failure.js';
import { type ListedCrawl, listCrawls } from '../../../library/list-crawls.js';
import { exitCodes } from '../../exit-codes.js';
import { bytes, columns, count, moment, printable } from '../../terminal/format.js';
import { fit } from '../../terminal/terminal-text.js';

/** `osprey list`: the crawls in a folder, those that changed last first. `isGiven`: by the user, who may have mistyped it. */
export async function listCommand(root: string, isGiven: boolean, { json }: { json?: boolean }): Promise<number> {
  if (isGiven && !statSync(root, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError('no-crawl', `There is no folder ${root}; give one that holds crawls.`, { folder: root });
  const crawls = await listCrawls(root);
  const lines = json
    ? crawls.map((crawl) => JSON.stringify({ ...crawl, changedAt: new Date(crawl.changedAt).toISOString() }))
    : tableOf(crawls, root);
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  return exitCodes.ok;
}

function tableOf(crawls: readonly ListedCrawl[], root: string): string[] {
  if (crawls.length === 0) return [`No crawls in ${root}. Start one with: osprey crawl "topic" --seed URL`];
  const rows = crawls.map((crawl) => [
    printable(crawl.name, 60),
    fit(printable(crawl.topic), 40),
    stateOf(crawl),
    count(crawl.relevant),
    count(crawl.pages),
    count(crawl.queued),
    bytes(crawl.bytesOnDisk),
    moment(crawl.changedAt),
  ]);
  return columns(
    [['crawl', 'topic', 'state', 'relevant', 'pages', 'queue', 'size', 'last change'], ...rows],
    [3, 4, 5, 6],
  );
}

function stateOf({ running, stopReason, error }: ListedCrawl): string {
  if (error !== undefined) return 'unreadable';
  return running ? 'running' : (stopReason ?? 'killed');
}
