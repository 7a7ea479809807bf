import type { BroughtPage, SharedCrawl } from '../../model/shared-crawl.js';
import { hashNumber, hashText } from '../../url/hash64.js';
import { keepableText } from './json-text.js';
import type { PostgresDatabase } from './postgres-database.js';

/** Pages are numbered when they come and seen when that is committed: numbers that are so far behind may still appear. */
const late = 100;

/** The pages that all workers bring, as one of them follows them: who was first with a page, and what the others have. */
export class BroughtPages {
  /** Numbers of those of others that were passed on, as far as they may be met again. */
  private readonly heard = new Set<number>();

  constructor(
    private readonly db: PostgresDatabase,
    private readonly worker: number,
    /** The last that was brought before this worker came. */
    private last: number,
  ) {}

  async bring({
    fingerprint,
    url,
    urlId,
    simhash,
  }: Parameters<SharedCrawl['bring']>[0]): ReturnType<SharedCrawl['bring']> {
    const [row] = await this.db.query<{ url: string; n: number | null }>(first, [
      String(hashNumber(fingerprint)),
      keepableText(url),
      this.worker,
      urlId,
      simhash === undefined ? null : String(hashNumber(simhash)),
    ]);
    if (row !== undefined && row.url !== url) return { sameAs: row.url, others: [] };
    // Of two that are brought at once, the one with the larger number hears of the other: not both are copies.
    return { others: row?.n == null ? [] : await this.before(row.n) };
  }

  private async before(n: number): Promise<BroughtPage[]> {
    const rows = await this.db.query<BroughtRow>(others, [this.last - late, n, this.worker]);
    const news = rows.filter((row) => !this.heard.has(row.n));
    for (const row of news) this.heard.add(row.n);
    this.last = Math.max(this.last, n);
    for (const known of this.heard) if (known <= this.last - late) this.heard.delete(known);
    return news.map(({ page, url, simhash }) => ({ urlId: page, url, simhash: hashText(BigInt(simhash)) }));
  }
}

interface BroughtRow {
  readonly n: number;
  readonly page: number;
  readonly url: string;
  readonly simhash: string;
}

const first = `
  WITH known AS (
    SELECT u.url FROM visit v JOIN url u ON u.id = v.url
    WHERE v.fingerprint = $1::text::bigint AND v.superseded = 0 AND v.outcome <> 'example' ORDER BY v.seq LIMIT 1
  ), taken AS (
    INSERT INTO content AS c (fingerprint, url, worker, page, simhash)
    SELECT $1::text::bigint, $2::text, $3::integer, $4::bigint, $5::text::bigint WHERE NOT EXISTS (SELECT 1 FROM known)
    ON CONFLICT (fingerprint) DO UPDATE SET (url, worker, page, at) = (
      SELECT CASE WHEN keeps THEN c.url ELSE excluded.url END, CASE WHEN keeps THEN c.worker ELSE excluded.worker END,
        CASE WHEN keeps THEN c.page ELSE excluded.page END, CASE WHEN keeps THEN c.at ELSE now() END
      FROM (SELECT c.at > now() - interval '1 minute' AND EXISTS (SELECT 1 FROM worker w WHERE w.id = c.worker AND NOT w.ended) AS keeps) k
    ) RETURNING url, n
  ) SELECT url, NULL::bigint AS n FROM known UNION ALL SELECT url, n FROM taken`;
const others = `
  SELECT n, page, url, simhash::text FROM content
  WHERE n > $1 AND n < $2 AND worker <> $3 AND simhash IS NOT NULL ORDER BY n`;
