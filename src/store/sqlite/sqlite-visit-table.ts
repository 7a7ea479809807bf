import { type KnownUrl, levelOf, type VisitTable } from '../../frontier/frontier-tables.js';
import { encodeFeatures } from '../../model/features.js';
import type { Candidate, Claim } from '../../model/frontier.js';
import { bringsKnown, replacesKnown } from '../../model/replaces-known.js';
import type { Visit } from '../../model/visit.js';
import { packLinks } from '../../page/link-blob.js';
import { packTerms } from '../../text/term-blob.js';
import { visitColumnNames, visitColumns } from '../visit-columns.js';
import { allRows, oneRow } from './rows.js';
import type { Database } from './sqlite-database.js';
import { SqliteKnowledge } from './sqlite-knowledge.js';

/** The visits with their judgements, links and lessons. */
export class SqliteVisitTable implements VisitTable {
  last: number;
  private readonly sql: ReturnType<typeof statements>;
  private readonly knowledge: SqliteKnowledge;

  constructor(
    db: Database,
    /** The judge whose judgements the visits carry. */
    public judge: number,
  ) {
    this.sql = statements(db);
    this.knowledge = new SqliteKnowledge(db);
    this.last = oneRow<{ seq: number }>(db.prepare('SELECT coalesce(max(seq), 0) AS seq FROM visit'))!.seq;
  }

  add(claim: Claim, visit: Visit): number {
    const replaces = replacesKnown(claim, visit);
    if (replaces) this.sql.supersede.run(claim.urlId);
    else if (visit.archive !== undefined && bringsKnown(visit)) {
      const { file, offset, length } = visit.archive;
      this.sql.placeKnown.run(file, offset, length, claim.urlId);
    }
    const { lastInsertRowid } = this.sql.add.run(
      ...visitColumnNames.map((column) => visitColumns[column](claim, visit, replaces)),
    );
    const seq = Number(lastInsertRowid);
    this.last = seq;
    if (visit.judgement !== undefined) {
      const { relevance, raw, relevant, parts, inheritedState } = visit.judgement;
      const handedOn = inheritedState === undefined ? null : JSON.stringify(inheritedState);
      this.sql.addJudgement.run(this.judge, seq, relevance, raw, Number(relevant), JSON.stringify(parts), handedOn);
    }
    if (visit.features !== undefined) this.saveFeatures(seq, visit.features);
    if (visit.lesson !== undefined) {
      const { terms, links } = visit.lesson;
      this.sql.addLesson.run(seq, claim.agent, packTerms(terms), links.length === 0 ? null : packLinks(links));
    }
    return seq;
  }

  saveFeatures(seq: number, { strategy, value }: NonNullable<Visit['features']>): void {
    this.sql.saveFeatures.run(seq, strategy, encodeFeatures(value));
  }

  addLinks(seq: number, links: readonly { readonly urlId: number; readonly link: Candidate }[]): void {
    const rows = links.map(({ urlId, link }) => {
      const { score, anchor = '' } = link;
      const level = levelOf(link);
      return level === 1 ? [urlId, score.value, anchor, score.parts] : [urlId, score.value, anchor, score.parts, level];
    });
    this.sql.addLinks.run(seq, JSON.stringify(rows));
  }

  addEdges(seq: number, urlIds: readonly number[]): void {
    this.sql.addEdges.run(seq, `[${urlIds.join()}]`);
  }

  redirectedFrom(seq: number): number | undefined {
    return oneRow<{ parent: number }>(this.sql.redirectedFrom, seq)?.parent;
  }

  siblings({ id, parent }: Pick<KnownUrl, 'id' | 'parent'>): string[] {
    return allRows<{ url: string }>(this.sql.siblings, parent, parent, id).map(({ url }) => url);
  }

  saveKnowledge(agent: number, data: Uint8Array | undefined): void {
    if (data === undefined) this.knowledge.drop(agent);
    else this.knowledge.save(agent, this.last, data);
    this.sql.dropLessons.run(agent, this.last);
  }
}

function statements(db: Database) {
  return {
    add: db.prepare(
      `INSERT INTO visit (${visitColumnNames.join(', ')}) VALUES (${visitColumnNames.map(() => '?').join(', ')})`,
    ),
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
    saveFeatures: db.prepare('INSERT OR REPLACE INTO features (visit, strategy, data) VALUES (?, ?, ?)'),
    addLesson: db.prepare('INSERT INTO lesson (visit, agent, terms, links) VALUES (?, ?, ?, ?)'),
    redirectedFrom: db.prepare(
      "SELECT u.parent FROM visit v JOIN url u ON u.id = v.url WHERE v.seq = ? AND v.outcome = 'redirect'",
    ),
    siblings: db.prepare(`
      SELECT DISTINCT u.url FROM link l JOIN url u ON u.id = l.dst JOIN frontier f ON f.url = u.id
      WHERE l.visit = ? AND u.parent = ? AND u.id <> ? ORDER BY u.id`),
    dropLessons: db.prepare('DELETE FROM lesson WHERE agent = ? AND visit <= ?'),
  };
}
