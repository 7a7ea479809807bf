import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from '../../../archive/cache-folder.js';
import { messageOf, UsageError } from '../../../failure.js';
import { textHash } from '../../../url/hash64.js';
import { configName, modelName } from '../../crawl-folder.js';
import type { PostgresDatabase } from '../postgres-database.js';
import { labelFile } from './label-lines.js';

/** The note with the settings of a crawl in a database, as its config file would have them. */
export const configNote = 'config';
/** The note with the model that a crawl began with. */
export const modelNote = 'model';

/** Files of lines that a crawl in a database has in a table, and how each is made of its lines. */
const lists = {
  'labels.tsv': labelFile,
  'queries.jsonl': (lines: readonly string[]) => lines.map((line) => `${line}\n`).join(''),
} as const;
export type ListName = keyof typeof lists;

const watchesEvery = 2_000;

/**
 * The small files of a crawl in a database, as its folder would have them, in a folder of this machine: settings, labels, queries, model. The
 * database has them for all machines; here they are made anew whenever they change there. What can be made again, such as the search
 * index, lies beside them.
 */
export class Mirror {
  private seen = '';
  private timer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly db: PostgresDatabase,
    readonly folder: string,
  ) {}

  static async open(db: PostgresDatabase): Promise<Mirror> {
    const mirror = new Mirror(db, path.join(cacheFolder(), 'crawls', `${db.name}-${textHash(db.shown).slice(0, 8)}`));
    try {
      mkdirSync(mirror.folder, { recursive: true, mode: 0o700 });
    } catch (thrown) {
      throw new UsageError(
        'cache-not-writable',
        `Cannot write to ${mirror.folder} (${messageOf(thrown)}); set OSPREY_CACHE to a folder that can be written.`,
        { folder: mirror.folder },
      );
    }
    await mirror.pull();
    await mirror.pullModel();
    return mirror;
  }

  /** Makes the files anew where the database has others. */
  async pull(): Promise<void> {
    const state = await this.state();
    if (state === this.seen) return;
    const [config] = await this.db.query<{ value: string }>('SELECT value FROM note WHERE key = $1', [configNote]);
    if (config !== undefined) this.replace(configName, config.value);
    for (const [name, made] of Object.entries(lists)) {
      const lines = await this.db.query<{ text: string }>('SELECT text FROM line WHERE name = $1 ORDER BY n', [name]);
      this.replace(name, lines.length === 0 ? undefined : made(lines.map(({ text }) => text)));
    }
    this.seen = state;
  }

  /** It does not change while there is a crawl. */
  private async pullModel(): Promise<void> {
    const [model] = await this.db.query<{ value: string }>('SELECT value FROM note WHERE key = $1', [modelNote]);
    if (model !== undefined) this.replace(modelName, model.value);
  }

  /** Durable, and in the files here, when it returns. */
  async add(name: ListName, lines: readonly string[]): Promise<void> {
    const insert =
      'INSERT INTO line (name, at, text) SELECT $1, $2, t FROM unnest($3::text[]) WITH ORDINALITY x (t, n) ORDER BY n';
    if (lines.length > 0) await this.db.query(insert, [name, Date.now(), lines]);
    await this.pull();
  }

  /** Pulls every now and then until it is closed. A failure here is one of the database, which whoever writes next will meet. */
  watch(): void {
    this.timer ??= setInterval(() => void this.pull().catch(() => undefined), watchesEvery).unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async state(): Promise<string> {
    const [row] = await this.db.query<{ state: string | null }>(
      `SELECT concat_ws(' ', (SELECT md5(value) FROM note WHERE key = $1), (SELECT count(*) FROM line), (SELECT max(n) FROM line)) AS state`,
      [configNote],
    );
    return row?.state ?? '';
  }

  /** Only what is different is written: those who watch a file see no change where there is none. */
  private replace(name: string, text: string | undefined): void {
    const file = path.join(this.folder, name);
    if (text === undefined ? isAbsent(file) : contentOf(file) === text) return;
    const draft = path.join(this.folder, `.${name}.${process.pid}`);
    writeFileSync(draft, text ?? '', { mode: 0o600 });
    renameSync(draft, file);
  }
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function isAbsent(file: string): boolean {
  return contentOf(file) === undefined;
}
