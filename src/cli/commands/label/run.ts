import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { type Problem, refuse } from '../../../config/problem.js';
import { openControl } from '../../../crawl/control/open-control.js';
import { appliesLabelsNote, documentsBetweenLooks } from '../../../crawl/label-watcher.js';
import { messageOf, UsageError } from '../../../failure.js';
import { type KeptLabels, saidOf, whyNoPage } from '../../../labels/label-pages.js';
import type { CrawlReader } from '../../../model/crawl-reader.js';
import type { CrawlRecords } from '../../../model/crawl-store.js';
import { openReader } from '../../../store/open-reader.js';
import { canonicalUrl } from '../../../url/canonical-url.js';
import { exitCodes } from '../../exit-codes.js';
import { count, counted, printable, shellWord } from '../../terminal/format.js';

export interface LabelFlags {
  readonly from?: string;
  readonly json?: boolean;
}

/** What a person said of a page, and where they said it. */
interface Said {
  readonly where: string;
  readonly url: string;
  readonly verdict: string | undefined;
}

/** `osprey label`: a person tells the crawl which of its pages are relevant, also while it runs. */
export async function labelCommand(given: string, words: readonly string[], flags: LabelFlags): Promise<number> {
  const crawl = await openReader(given);
  const { location: folder } = crawl;
  try {
    const said = await saidIn(words, flags.from);
    const verdicts = await checked(said, crawl.records);
    const { changed } = await crawl.keepJudgements(saidOf(verdicts));
    const kept = { labels: [...verdicts].map(([url, relevant]) => ({ url, relevant })), changed };
    await noteLabels(given, kept.labels);
    const running = await crawl.isRunning();
    const learns = (await crawl.notes.get(appliesLabelsNote)) !== 'no';
    process.stdout.write(
      flags.json
        ? `${JSON.stringify({ folder, saved: kept.labels.length, ...kept, running, learns }, null, 2)}\n`
        : `${keptInWords(kept, folder, crawl, { running, learns })}\n`,
    );
    return exitCodes.ok;
  } finally {
    await crawl.close();
  }
}

/** Who said it and when, among the commands: the time axis of the dashboard shows it. */
async function noteLabels(location: string, labels: KeptLabels['labels']): Promise<void> {
  const control = await openControl(location, { wait: 0 });
  try {
    await control.label(labels);
  } finally {
    control.close();
  }
}

async function saidIn(words: readonly string[], from: string | undefined): Promise<Said[]> {
  if ((from === undefined) === (words.length === 0))
    throw new UsageError(
      'no-labels',
      'No labels given. Use osprey label DIR URL yes (or no), or --from FILE with one URL, tab, yes or no per line.',
    );
  return from === undefined ? saidInWords(words) : saidInLines(from, await contentsOf(from));
}

/** A yes or no holds for all URLs before it, up to the last one. */
function saidInWords(words: readonly string[]): Said[] {
  const said: Said[] = [];
  let urls: string[] = [];
  const close = (verdict: string | undefined) => {
    for (const url of urls) said.push({ where: url, url, verdict });
    urls = [];
  };
  for (const word of words) {
    if (!isVerdict(word)) urls.push(word);
    else if (urls.length > 0) close(word);
    else throw new UsageError('no-labels', `No URL before "${word}"; give the URLs first, then yes or no.`);
  }
  close(undefined);
  return said;
}

function saidInLines(file: string, lines: string): Said[] {
  return lines
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((line, index) => ({ line: line.trim(), where: `${file === '-' ? 'line ' : `${file}:`}${index + 1}` }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'))
    .map(({ line, where }) => {
      const [url = '', ...rest] = line.split(/\s+/);
      return { where, url, verdict: rest.join(' ') };
    });
}

async function contentsOf(file: string): Promise<string> {
  try {
    return file === '-' ? await text(process.stdin) : readFileSync(file, 'utf8');
  } catch (thrown) {
    throw new UsageError('no-list', `Cannot read the list ${file} (${messageOf(thrown)}); check the path.`, {
      file,
    });
  }
}

function isVerdict(word: string): boolean {
  return /^(?:yes|no)$/i.test(word);
}

/** Throws one `UsageError` with all that is wrong. Of several verdicts on a page the last one counts. */
async function checked(said: readonly Said[], records: CrawlRecords): Promise<Map<string, boolean>> {
  const problems: Problem[] = [];
  const verdicts = new Map<string, boolean>();
  for (const { where, url: written, verdict = '' } of said) {
    const url = canonicalUrl(written);
    const reason =
      url === undefined
        ? 'must be an http or https URL'
        : !isVerdict(verdict)
          ? `must be followed by yes or no${verdict === '' ? '' : `, not by "${printable(verdict, 40)}"`}`
          : await whyNoPage(url, records);
    if (reason === undefined) verdicts.set(url!, verdict.toLowerCase() === 'yes');
    else problems.push({ where: printable(where), reason });
  }
  refuse(problems);
  return verdicts;
}

function keptInWords(
  { labels, changed }: KeptLabels,
  folder: string,
  { settings }: CrawlReader,
  { running, learns }: { readonly running: boolean; readonly learns: boolean },
): string {
  const one = labels.length === 1;
  const kept = `Saved ${counted(labels.length, 'label')}${changed === 0 ? '' : ` (${count(changed)} changed)`}`;
  if (!settings.archive)
    return `${kept}; exports will use ${one ? 'it' : 'them'}. The crawl keeps no pages (--no-archive) and cannot learn from labels.`;
  if (!learns)
    return `${kept}; exports will use ${one ? 'it' : 'them'}. The strategy ${settings.strategy} does not learn from labels.`;
  const dir = shellWord(folder);
  const when = running
    ? `within ${documentsBetweenLooks} pages`
    : `when you continue it: osprey resume ${dir}, or osprey rejudge ${dir} to score all pages again`;
  return `${kept}; the ${running ? 'running crawl' : 'crawl'} will use ${one ? 'it' : 'them'} ${when}.`;
}
