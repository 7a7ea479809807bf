import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { UsageError } from '../../failure.js';
import { textHash } from '../../url/hash64.js';
import type { RunTrace } from './assignment.js';

/**
 * What the crawls of a comparison did, a line each, kept as they end: a comparison that was interrupted goes on where it
 * stopped. The first line says of what comparison they are.
 */
export class RunJournal {
  readonly #traces = new Map<string, RunTrace>();
  readonly #descriptor: number;

  private constructor(
    private readonly file: string,
    about: string,
    text: string,
    private readonly lasting: boolean,
  ) {
    // A line that a kill cut short is written over.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    const [first, ...lines] = whole.split('\n').filter((line) => line !== '');
    for (const line of lines) {
      const { name, ...trace } = JSON.parse(line) as { readonly name: string } & Written;
      this.#traces.set(name, readTrace(trace));
    }
    this.#descriptor = openSync(file, 'a');
    ftruncateSync(this.#descriptor, Buffer.byteLength(whole));
    if (first === undefined) writeFileSync(this.#descriptor, `${JSON.stringify({ about })}\n`);
  }

  /**
   * Throws `UsageError` when the file is of another comparison. `about` is all that its crawls depend on. One that is `lasting` stays
   * when the comparison is done, for others on the same web.
   */
  static open(file: string, about: string, { lasting = false } = {}): RunJournal {
    const text = readIfThere(file);
    const first = text.slice(0, text.indexOf('\n') + 1);
    if (first !== '' && aboutOf(first) !== about) {
      throw new UsageError(
        'other-comparison',
        `${file} belongs to a comparison with another web, topics, labels or settings; choose another ${lasting ? '--runs' : '--out'}, or delete it.`,
        { file },
      );
    }
    return new RunJournal(file, about, text, lasting);
  }

  /** Crawls that it remembers. */
  get size(): number {
    return this.#traces.size;
  }

  /** `assignment` is a crawl in all that it depends on. */
  find(assignment: string): RunTrace | undefined {
    return this.#traces.get(textHash(assignment));
  }

  add(assignment: string, trace: RunTrace): void {
    const name = textHash(assignment);
    this.#traces.set(name, trace);
    writeFileSync(this.#descriptor, `${JSON.stringify({ name, ...written(trace) })}\n`);
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** For when the comparison is done, or nothing came of it. */
  finish(): void {
    this.close();
    if (!this.lasting) rmSync(this.file);
  }
}

type ListName = 'pages' | 'judged' | 'at';
type Written = Omit<RunTrace, ListName | 'final'> & Readonly<Record<ListName, string>> & { readonly final?: string };

function written({ pages, judged, at, final, ...rest }: RunTrace): Written {
  const text = ({ buffer, byteOffset, byteLength }: Int32Array | Float64Array) =>
    Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  return { ...rest, pages: text(pages), judged: text(judged), at: text(at), ...(final && { final: text(final) }) };
}

function readTrace({ pages, judged, at, final, ...rest }: Written): RunTrace {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64')).buffer;
  return {
    ...rest,
    pages: new Int32Array(bytes(pages)),
    judged: new Float64Array(bytes(judged)),
    at: new Float64Array(bytes(at)),
    ...(final !== undefined && { final: new Float64Array(bytes(final)) }),
  };
}

function aboutOf(line: string): unknown {
  try {
    return (JSON.parse(line) as { readonly about?: unknown }).about;
  } catch {
    return undefined;
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw thrown;
  }
}
