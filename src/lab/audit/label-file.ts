import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Problem, refuse } from '../../config/problem.js';
import { messageOf, UsageError } from '../../failure.js';
import { canonicalUrl } from '../../page/canonical-url.js';
import { otherLabel, relevantLabel } from '../../training/targets.js';

export const labelsName = 'labels.tsv';

export const personLabels = [relevantLabel, otherLabel, 'unsure'] as const;
export type PersonLabel = (typeof personLabels)[number];

export interface PersonJudgement {
  readonly label: PersonLabel;
  /** ISO 8601; '' where the line was written by hand without a time. */
  readonly at: string;
}

interface Contents {
  readonly judgements: Map<string, PersonJudgement>;
  readonly randomSeed: number | undefined;
}

const header = 'url\tlabels\tjudged';
const isHeader = /^url\t/i;
const seedComment = /^#.*\brandom seed (\d+)/;

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

  /** Where the random order began that the pages were drawn in; undefined before the first of them was judged. */
  get randomSeed(): number | undefined {
    return this.#contents.randomSeed;
  }

  /** On the disk when it returns, whole or not at all. What was written to the file meanwhile is kept. */
  set(url: string, judgement: PersonJudgement, randomSeed: number): void {
    const { judgements, randomSeed: before } = contentsOf(this.file);
    judgements.set(url, judgement);
    this.#contents = { judgements, randomSeed: before ?? randomSeed };
    try {
      replaceFile(this.file, textOf(this.#contents));
    } catch (thrown) {
      const { file } = this;
      throw new UsageError('labels-unwritable', `${file} cannot be written (${messageOf(thrown)}); mend this first.`, {
        file,
      });
    }
  }
}

function contentsOf(file: string): Contents {
  const judgements = new Map<string, PersonJudgement>();
  const problems: Problem[] = [];
  let randomSeed: number | undefined;
  for (const [index, line] of linesOf(file).entries()) {
    randomSeed ??= seedOf(line);
    // A comment that is no line of the list is somebody's note.
    const isNote = line.startsWith('#') && !line.includes('\tunsure');
    if (line.trim() === '' || isNote || isHeader.test(line)) continue;
    const [written = '', label = '', at = ''] = line.replace(/^#\s*/, '').split('\t');
    const url = canonicalUrl(written.trim());
    const known = personLabels.find((name) => name === label.trim());
    if (url !== undefined && known !== undefined) judgements.set(url, { label: known, at: at.trim() });
    else problems.push({ where: `${file}:${index + 1}`, reason: `must be a URL, a tab and relevant or ${otherLabel}` });
  }
  refuse(problems);
  return { judgements, randomSeed };
}

function seedOf(line: string): number | undefined {
  const written = seedComment.exec(line)?.[1];
  return written === undefined ? undefined : Number(written);
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .replace(/^\ufeff/, '')
      .split(/\r?\n/);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new UsageError('no-list', `${file} cannot be read (${messageOf(thrown)}); check it.`, { file });
  }
}

function textOf({ judgements, randomSeed }: Contents): string {
  const lines = [`# Judged by people with "osprey lab label", drawn with random seed ${randomSeed}.`, header];
  for (const [url, { label, at }] of judgements)
    lines.push(`${label === 'unsure' ? '# ' : ''}${url}\t${label}${at === '' ? '' : `\t${at}`}`);
  return `${lines.join('\n')}\n`;
}

/** The new file takes the old one's name once all of it is on the disk, and its name is there too. */
function replaceFile(file: string, text: string): void {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}`);
  writeFileSync(draft, text, { flush: true });
  renameSync(draft, file);
  const folder = openSync(path.dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
