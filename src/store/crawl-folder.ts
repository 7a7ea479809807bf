import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure, messageOf, UsageError } from '../failure.js';
import { oneLine } from '../page/one-line.js';
import { databaseName } from './sqlite/sqlite-store.js';

export const configName = 'crawl.yaml';
/** Of a crawl that began with a model. */
export const modelName = 'model.json';
export const rankedName = 'ranked.csv';
export const reportName = 'report.html';
/** The seeds that sources gave. A person's own list may have this name, so it is no sign of a crawl. */
export const seedsName = 'seeds.txt';

const ours = (name: string) =>
  name === databaseName || name === configName || name === rankedName || /^pages-\d+\.warc\.gz$/.test(name);

/** Whether a crawl has begun in a folder: it can be read. */
export function holdsCrawl(folder: string): boolean {
  return existsSync(path.join(folder, configName)) && existsSync(path.join(folder, databaseName));
}

/** Refuses a folder that holds a crawl already: nothing is ever overwritten. */
export function refuseTaken(folder: string): void {
  withFolder(folder, () => {
    if (!existsSync(folder) || !readdirSync(folder).some(ours)) return;
    throw new UsageError(
      'folder-taken',
      `${folder} already contains a crawl: continue it with "osprey resume ${folder}", or choose another folder with --out.`,
      { folder },
    );
  });
}

/** Makes the folder of a new crawl. */
export function makeCrawlFolder(folder: string): void {
  refuseTaken(folder);
  withFolder(folder, () => {
    makeFolders(folder);
    accessSync(folder, constants.W_OK);
  });
}

function withFolder(folder: string, work: () => void): void {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown;
    if (/^(?:ENOSPC|EDQUOT)$/.test((thrown as NodeJS.ErrnoException).code ?? ''))
      throw new Failure('disk-full', `No space left to make ${folder}: free some.`, 'fatal', { folder }, thrown);
    throw new UsageError(
      'folder-unwritable',
      `Cannot write to the folder ${folder} (${messageOf(thrown)}); choose another with --out.`,
      { folder },
    );
  }
}

/** Step by step, since `mkdir` with `recursive` never returns where a file system refuses with ENOENT, as /proc does. */
export function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  makeFolders(path.dirname(folder));
  mkdirSync(folder);
}

/**
 * A folder that came from others must not have us read or write elsewhere: its entries are files and folders, no links,
 * pipes or devices.
 */
function refuseLinks(folder: string): void {
  const odd = readdirSync(folder, { withFileTypes: true }).find((entry) => !entry.isFile() && !entry.isDirectory());
  if (odd === undefined) return;
  throw new UsageError(
    'odd-file',
    `${path.join(folder, oneLine(odd.name, 200))} is a link or not a regular file, which is not safe; replace it with the file itself, or remove it.`,
    { folder },
  );
}

/** The config of the crawl in a folder. */
export function readCrawlConfig(folder: string): { path: string; text: string } {
  const file = path.join(folder, configName);
  if (existsSync(file)) refuseLinks(folder);
  try {
    return { path: file, text: readFileSync(file, 'utf8') };
  } catch {
    throw new UsageError(
      'no-crawl',
      `No crawl found in ${folder} (${configName} is missing); give a folder made by "osprey crawl".`,
      { folder },
    );
  }
}

/** Bytes that the crawl's files take. */
export function bytesInFolder(folder: string): number {
  return readdirSync(folder).reduce(
    (sum, name) => sum + (statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

/** `crawls/law-court`, or with a number behind it where that is taken. */
export function freeFolder(parent: string, title: string): string {
  const slug =
    title
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '') // accents
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .slice(0, 60)
      .replace(/^-+|-+$/g, '') || 'crawl';
  for (let number = 1; ; number++) {
    const folder = path.join(parent, number === 1 ? slug : `${slug}-${number}`);
    if (!existsSync(folder)) return folder;
  }
}

/**
 * Walking a folder for each page would cost more than the page: it is done now and then, and what the archive has grown
 * by since is added. An archive that `isElsewhere` counts as a whole.
 */
export function bytesOnDisk(folder: string, archived: () => number, isElsewhere: boolean): () => number {
  let [calls, walked, archivedThen] = [0, 0, 0];
  return () => {
    if (calls++ % 50 === 0) [walked, archivedThen] = [bytesInFolder(folder), isElsewhere ? 0 : archived()];
    return walked + archived() - archivedThen;
  };
}
