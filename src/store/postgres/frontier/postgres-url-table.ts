import type { KnownUrl, PlaceOrigin, UrlTable } from '../../../frontier/frontier-tables.js';
import type { HostState } from '../../../frontier/hosts.js';
import type { Candidate, Claim, Rejection, RequestKind } from '../../../model/frontier.js';
import type { Score } from '../../../model/score.js';
import { urlHash } from '../../../url/hash64.js';
import type { Changes } from './changes.js';
import type { NumberBlocks } from './number-blocks.js';
import type { RowCache } from './row-cache.js';
import { placeOf, type UrlRow } from './url-row.js';

/** The URLs as a decision sees them: what was brought, with what was changed since. */
export class PostgresUrlTable implements UrlTable {
  size = 0;

  constructor(
    public changes: Changes,
    private readonly rows: RowCache,
    private readonly ids: NumberBlocks,
    private readonly bucketOf: (host: string) => number,
  ) {}

  /** Whoever asks has brought all that is known of the URL; what is not there is new. */
  find(url: string): UrlRow | undefined {
    return this.rows.byUrl(url);
  }

  insert(candidate: Candidate, hostState: HostState, parent: number): KnownUrl {
    const { url, modifiedAt } = candidate;
    const key = {
      id: this.ids.take(),
      url,
      hash: urlHash(url),
      host: hostState.id,
      bucket: this.bucketOf(hostState.host),
    };
    const row: UrlRow = { ...key, ...placeOf(candidate, parent), modifiedAt };
    this.size++;
    this.changed(row, 'newUrls');
    if (row.state === 'queued') this.changed(row, 'places');
    return row;
  }

  readmit(known: KnownUrl, candidate: Candidate, _hostState: HostState, parent: number): void {
    const row = this.row(known.id);
    Object.assign(row, placeOf(candidate, parent));
    this.changed(row, 'urls', 'places');
  }

  queued(urlId: number): UrlRow | undefined {
    return this.rows.byId(urlId);
  }

  urlOf(urlId: number): string {
    return this.row(urlId).url;
  }

  saveModified(urlId: number, modifiedAt: number): void {
    const row = this.row(urlId);
    row.modifiedAt = modifiedAt;
    this.changed(row, 'urls');
  }

  saveDepth({ id }: KnownUrl): void {
    this.changed(this.row(id), 'urls');
  }

  savePlace({ id }: KnownUrl, { priorityParent, parts }: PlaceOrigin): void {
    const row = this.row(id);
    if (priorityParent !== undefined) row.priorityParent = priorityParent;
    if (parts !== undefined) row.parts = parts;
    this.changed(row, 'places');
  }

  savePriority({ id }: { readonly id: number }, priority: number): void {
    const row = this.row(id);
    row.priority = priority;
    this.changed(row, 'places');
  }

  saveKind(urlId: number, kind: RequestKind): void {
    const row = this.row(urlId);
    row.kind = kind;
    this.changed(row, 'places');
  }

  saveExpiry(urlId: number, { expiresAt, expiresAfter }: Pick<Candidate, 'expiresAt' | 'expiresAfter'>): void {
    const row = this.row(urlId);
    Object.assign(row, { expiresAt, expiresAfter });
    this.changed(row, 'places');
  }

  partsOf(urlId: number): Score['parts'] {
    return this.row(urlId).parts ?? {};
  }

  requeue({ urlId }: Claim, attempts: number): void {
    const row = this.row(urlId);
    row.attempts = attempts;
    this.changed(row, 'places');
  }

  leave({ id }: { readonly id: number }, state: 'visited' | 'expired' | 'rejected', reason?: Rejection): void {
    const row = this.row(id);
    Object.assign(row, { state, reason: reason ?? '' });
    this.changed(row, 'urls', 'places');
  }

  private row(urlId: number): UrlRow {
    const row = this.rows.byId(urlId);
    if (row === undefined) throw new Error(`URL ${urlId} is not at hand`);
    return row;
  }

  private changed(row: UrlRow, ...where: ('newUrls' | 'urls' | 'places')[]): void {
    for (const what of where) this.changes[what].set(row.id, row);
    this.rows.pin(row);
  }
}
