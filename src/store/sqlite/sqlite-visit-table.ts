import { type KnownUrl, levelOf, type VisitTable } from '../../frontier/frontier-tables.js';
import type { Candidate, Claim } from '../../model/frontier.js';
import { bringsKnown, replacesKnown } from '../../model/replaces-known.js';
import type { Visit } from '../../model/visit.js';
import { packLinks } from '../../page/link-blob.js';
import { packTerms } from '../../text/term-blob.js';
import { hashNumber } from '../../url/hash64.js';
import type { Database } from './sqlite-database.js';
import { kinds } from './sqlite-url-table.js';

/** The visits with their judgements, links and lessons. */
export class SqliteVisitTable implements VisitTable {
  last: number;
  private readonly sql: ReturnType<typeof statements>;

  constructor(
    db: Database,
    /** The judge whose judgements the visits carry. */
    public judge: number,
  ) {
    this.sql = statements(db);
    this.last = (db.prepare('SELECT coalesce(max(seq), 0) AS seq FROM visit').get() as { seq: number }).seq;
  }

  add(claim: Claim, visit: Visit): number {
    const replaces = replacesKnown(claim, visit);
    if (replaces) this.sql.supersede.run(claim.urlId);
    else if (visit.archive !== undefined && bringsKnown(visit)) {
      const { file, offset, length } = visit.archive;
      this.sql.placeKnown.run(file, offset, length, claim.urlId);
    }
    const { lastInsertRowid } = this.sql.add.run(
      claim.urlId,
      claim.agent,
      claim.level,
      claim.depth,
      claim.priority,
      claim.parent,
      visit.outcome,
      visit.reason,
      visit.detail ?? null,
      visit.fetchedAt,
      visit.status,
      visit.contentType ?? null,
      visit.bytes ?? null,
      visit.title ?? null,
      visit.language ?? null,
      visit.published ?? null,
      visit.author ?? null,
      visit.noindex === undefined ? null : Number(visit.noindex),
      visit.fingerprint === undefined ? null : hashNumber(visit.fingerprint),
      visit.simhash === undefined ? null : hashNumber(visit.simhash),
      visit.archive?.file ?? null,
      visit.archive?.offset ?? null,
      visit.archive?.length ?? null,
      claim.priorityParent,
      visit.etag ?? null,
      visit.lastModified ?? null,
      Number(!replaces),
      kinds.indexOf(claim.kind),
    );
    const seq = Number(lastInsertRowid);
    this.last = seq;
    if (visit.judgement !== undefined) {
      const { relevance, raw, relevant, parts, inheritedState } = visit.judgement;
      const handedOn = inheritedState === undefined ? null : JSON.stringify(inheritedState);
      this.sql.addJudgement.run(this.judge, seq, relevance, raw, Number(relevant), JSON.stringify(parts), handedOn);
    }
    if (visit.lesson !== undefined) {
      const { terms, links } = visit.lesson;
      this.sql.addLesson.run(seq, claim.agent, packTerms(terms), links.length === 0 ? null : packLinks(links));
    }
    return seq;
  }

  addLinks(seq: number, links: readonly { readonly urlId: number; readonly link: Candidate }[]): void {
    const rows = links.map(({ urlId, link }) => {
      const { score, anchor = '' } = link;
      const level = levelOf(link);
      return level === 1 ? [urlId, score.value, anchor, score.parts] : [urlId, score.value, anchor, score.parts, level];
    });
    this.sql.addLinks.run(seq, JSON.stringify(rows));
    this.sql.addEdges.run(seq, `[${links.map(({ urlId }) => urlId).join()}]`);
  }

  redirectedFrom(seq: number): number | undefined {
    const row = this.sql.redirectedFrom.get(seq) as { parent: number } | undefined;
    return row?.parent;
  }

  siblings({ id, parent }: Pick<KnownUrl, 'id' | 'parent'>): string[] {
    return (this.sql.siblings.all(parent, parent, id) as { url: string }[]).map(({ url }) => url);
  }

  saveKnowledge(agent: number, data: Uint8Array | undefined): void {
    if (data === undefined) this.sql.dropKnowledge.run(agent);
    else this.sql.saveKnowledge.run(agent, this.last, data);
    this.sql.dropLessons.run(agent, this.last);
  }
}

function statements(db: Database) {
  return {
    add: db.prepare(`
      INSERT INTO visit (url, agent, level, depth, priority, parent, outcome, reason, detail, fetched_at, status, content_type, bytes, title,
        language, published, author, noindex, fingerprint, simhash, file, offset, length, priority_parent, etag, last_modified, superseded, kind)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    supersede: db.prepare('UPDATE visit SET superseded = 1 WHERE url = ? AND superseded = 0'),
    // A page that the archive did not have has come again: there it is.
    placeKnown: db.prepare(
      'UPDATE visit SET file = ?, offset = ?, length = ? WHERE url = ? AND superseded = 0 AND file IS NULL',
    ),
    addJudgement: db.prepare(
      'INSERT INTO judgement (judge, visit, relevance, raw, relevant, parts, inherited_state) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    addLinks: db.prepare('INSERT INTO links (visit, data) VALUES (?, ?)'),
    addEdges: db.prepare('INSERT OR IGNORE INTO edge (dst, visit) SELECT value, ? FROM json_each(?)'),
    addLesson: db.prepare('INSERT INTO lesson (visit, agent, terms, links) VALUES (?, ?, ?, ?)'),
    redirectedFrom: db.prepare(
      "SELECT u.parent FROM visit v JOIN url u ON u.id = v.url WHERE v.seq = ? AND v.outcome = 'redirect'",
    ),
    siblings: db.prepare(`
      SELECT DISTINCT u.url FROM link l JOIN url u ON u.id = l.dst JOIN frontier f ON f.url = u.id
      WHERE l.visit = ? AND u.parent = ? AND u.id <> ? ORDER BY u.id`),
    saveKnowledge: db.prepare(
      'INSERT INTO knowledge (agent, visit, data) VALUES (?, ?, ?) ON CONFLICT (agent) DO UPDATE SET visit = excluded.visit, data = excluded.data',
    ),
    dropKnowledge: db.prepare('DELETE FROM knowledge WHERE agent = ?'),
    dropLessons: db.prepare('DELETE FROM lesson WHERE agent = ? AND visit <= ?'),
  };
}
