import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Problem, refuse } from '../config/problem.js';
import { messageOf, UsageError } from '../failure.js';
import type { otherLabel, relevantLabel } from '../training/targets.js';
import { canonicalUrl } from '../url/canonical-url.js';

export const labelsName = 'labels.tsv';

/** As lists of labels for training name them, and what a person says who cannot tell. */
export const personLabels = ['relevant', 'other', 'unsure'] as const satisfies readonly [
  typeof relevantLabel,
  typeof otherLabel,
  string,
];
export type PersonLabel = (typeof personLabels)[number];

export interface PersonJudgement {
  readonly label: PersonLabel;
  /** ISO 8601; '' where the line was written by hand without a time. */
  readonly at: string;
}

interface Contents {
  readonly judgements: Map<string, PersonJudgement>;
  readonly randomSeed: number | undefined;
  readonly drawnOfAll: number;
  readonly columns: readonly string[];
  /** In their order, with all their cells: the last one of each judged URL, and what others have written besides. */
  readonly lines: Map<string, string>;
}

const ownColumns = ['url', 'labels', 'judged'];
const isHeader = /^url\t/i;
/** The first line that the file is written with. */
const ownComment = /^# Judged by people(?:\.$| .*\brandom seed (\d+)(?:, the first (\d+) of all pages)?)/;

/**
 * What people said of the pages of a crawl: `labels.tsv` in its folder, a list of labelled URLs like any other. Pages that
 * nobody was sure of are comments in it, so that nothing learns from them. Another line of a URL supersedes the one before.
 */
export class LabelFile {
  #contents: Contents;

  private constructor(
    readonly file: string,
    contents: Contents,
  ) {
    this.#contents = contents;
  }

  /** Throws one `UsageError` with every line that is wrong; a file that is not there is an empty one. */
  static read(folder: string): LabelFile {
    const file = path.join(folder, labelsName);
    return new LabelFile(file, contentsOf(file));
  }

  get judgements(): ReadonlyMap<string, PersonJudgement> {
    return this.#contents.judgements;
  }

  /** What people were sure of: whether the page is relevant. */
  get sure(): Map<string, boolean> {
    const sure = new Map<string, boolean>();
    for (const [url, { label }] of this.judgements) if (label !== 'unsure') sure.set(url, label === 'relevant');
    return sure;
  }

  /** Where the random order began that the pages were drawn in; undefined before the first of them was judged. */
  get randomSeed(): number | undefined {
    return this.#contents.randomSeed;
  }

  /** So many pages were drawn from all kinds and all judged, in the random order; 0 where there was no such sample. */
  get drawnOfAll(): number {
    return this.#contents.drawnOfAll;
  }

  /** On the disk when it returns, whole or not at all. What others have written to the file is kept. */
  set(url: string, judgement: PersonJudgement, randomSeed: number): void {
    this.setAll(new Map([[url, judgement]]), randomSeed);
  }

  /** All of them at once. Without a seed, where they were not drawn. */
  setAll(judgements: ReadonlyMap<string, PersonJudgement>, randomSeed?: number): void {
    const contents = contentsOf(this.file);
    for (const [url, judgement] of judgements) {
      contents.judgements.set(url, judgement);
      contents.lines.set(url, lineOf(url, judgement, contents));
    }
    this.#write({ ...contents, randomSeed: contents.randomSeed ?? randomSeed });
  }

  /** Takes back what was said of these pages. */
  remove(urls: Iterable<string>): void {
    const contents = contentsOf(this.file);
    for (const url of urls) {
      contents.judgements.delete(url);
      contents.lines.delete(url);
    }
    this.#write(contents);
  }

  /** Notes that a sample of all kinds of pages is wholly judged. */
  setDrawnOfAll(pages: number, randomSeed: number): void {
    const contents = contentsOf(this.file);
    if (pages <= contents.drawnOfAll) return;
    this.#write({ ...contents, drawnOfAll: pages, randomSeed: contents.randomSeed ?? randomSeed });
  }

  #write(contents: Contents): void {
    this.#contents = contents;
    try {
      replaceFile(this.file, textOf(contents));
    } catch (thrown) {
      const { file } = this;
      throw new UsageError('labels-unwritable', `Cannot write ${file} (${messageOf(thrown)}).`, {
        file,
      });
    }
  }
}

function contentsOf(file: string): Contents {
  const judgements = new Map<string, PersonJudgement>();
  const lines = new Map<string, string>();
  const problems: Problem[] = [];
  let columns: readonly string[] = ownColumns;
  let [randomSeed, drawnOfAll]: [number | undefined, number] = [undefined, 0];
  for (const [index, line] of linesOf(file).entries()) {
    const own = ownComment.exec(line);
    const row = rowOf(line, columns);
    if (own !== null)
      [randomSeed, drawnOfAll] = [own[1] === undefined ? undefined : Number(own[1]), Number(own[2] ?? 0)];
    else if (isHeader.test(line)) columns = columnsOf(line);
    else if (row !== undefined) {
      judgements.set(row.url, row.judgement);
      const isBare = row.judgement.label === 'unsure' && !line.startsWith('#');
      lines.set(row.url, isBare ? `# ${line}` : line);
    } else if (line.trim() === '' || line.startsWith('#')) lines.set(`line ${index}`, line);
    else problems.push({ where: `${file}:${index + 1}`, reason: 'must be a URL, a tab and relevant or other' });
  }
  refuse(problems);
  return { judgements, randomSeed, drawnOfAll, columns, lines };
}

/** Lists that others made may name the column of labels otherwise, and have none for the time. */
function columnsOf(header: string): string[] {
  const names = header.split('\t').map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/^label$/, 'labels'),
  );
  return names.includes('judged') ? names : [...names, 'judged'];
}

/** Undefined for a line that is none of the list. Comments are, where they say that nobody was sure of a page. */
function rowOf(line: string, columns: readonly string[]): { url: string; judgement: PersonJudgement } | undefined {
  const cells = line.replace(/^#\s*/, '').split('\t');
  const cell = (name: string) => cells[columns.indexOf(name)]?.trim() ?? '';
  const url = canonicalUrl(cell('url'));
  const label = personLabels.find((name) => name === cell('labels'));
  if (url === undefined || label === undefined || (line.startsWith('#') && label !== 'unsure')) return undefined;
  return { url, judgement: { label, at: cell('judged') } };
}

/** Cells of other columns stay as they are. */
function lineOf(url: string, { label, at }: PersonJudgement, { columns, lines }: Contents): string {
  const before = lines.get(url)?.split('\t') ?? [];
  const own: Readonly<Record<string, string>> = {
    url: label === 'unsure' ? `# ${url}` : url,
    labels: label,
    judged: at,
  };
  const cells = Array.from({ length: Math.max(columns.length, before.length) }, (_, index) => {
    return own[columns[index] ?? ''] ?? before[index] ?? '';
  });
  return cells.join('\t').trimEnd();
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .replace(/^\ufeff/, '')
      .trimEnd()
      .split(/\r?\n/);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new UsageError('no-list', `Cannot read ${file} (${messageOf(thrown)}).`, { file });
  }
}

function textOf({ randomSeed, drawnOfAll, columns, lines }: Contents): string {
  const drawn = drawnOfAll > 0 ? `, the first ${drawnOfAll} of all pages` : '';
  const comment =
    randomSeed === undefined
      ? '# Judged by people.'
      : `# Judged by people with "osprey lab label", drawn with random seed ${randomSeed}${drawn}.`;
  return `${[comment, columns.join('\t'), ...lines.values()].join('\n')}\n`;
}

/** The new file takes the old one's name once all of it is on the disk, and its name is there too. */
function replaceFile(file: string, text: string): void {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}`);
  writeFileSync(draft, text, { flush: true });
  renameSync(draft, file);
  const folder = openSync(path.dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
