import type { JudgementChange } from '../../model/crawl-store.js';
import { encodeFeatures } from '../../model/features.js';
import type { Statement } from './frontier/changes.js';
import { jsonText } from './json-text.js';
import type { PostgresDatabase } from './postgres-database.js';
import { putNote } from './postgres-notes.js';
import { currentJudge } from './reading/sql-parts.js';

/** Judgements that are written at a time. */
const atOnce = 500;

/** Adds a judge with its judgements, and makes them the current ones in one step. Returns its id. */
export async function rejudge(
  db: PostgresDatabase,
  definition: string,
  changes: AsyncIterable<JudgementChange>,
  learnt: () => { readonly statements: readonly Statement[]; readonly learner: string },
): Promise<number> {
  const [made] = await db.query<{ id: number }>(
    'INSERT INTO judge (made_at, definition) VALUES (extract(epoch FROM now()) * 1000, $1) RETURNING id',
    [definition],
  );
  const judge = made!.id;
  const changed: { readonly seq: number }[] = [];
  let waiting: JudgementChange[] = [];
  const write = async () => {
    if (waiting.length > 0) await db.batch(statementsOf(judge, waiting));
    waiting = [];
  };
  for await (const change of changes) {
    if (change.now !== undefined) changed.push({ seq: change.seq, ...change.now });
    waiting.push(change);
    if (waiting.length >= atOnce) await write();
  }
  await write();
  await db.transaction(async (tx) => {
    await tx.query(keep, [judge]);
    if (changed.length > 0) await tx.query(become, [jsonText(changed)]);
    const { statements, learner } = learnt();
    for (const [text, values] of statements) await tx.query(text, values);
    await putNote(tx, 'judge', String(judge));
    await putNote(tx, 'learner', learner);
  });
  return judge;
}

function statementsOf(judge: number, changes: readonly JudgementChange[]): Statement[] {
  const rows = changes.map(({ seq, relevance, raw, relevant, parts, inheritedState }) => ({
    ...{ judge, visit: seq, relevance, raw, relevant: Number(relevant), parts: JSON.stringify(parts) },
    inherited_state: inheritedState === undefined ? null : JSON.stringify(inheritedState),
  }));
  const features = changes.flatMap(({ seq, features: made }) =>
    made === undefined ? [] : [{ visit: seq, strategy: made.strategy, data: encodeFeatures(made.value) }],
  );
  return [
    [add, [jsonText(rows)]],
    [keepFeatures, [jsonText(features)]],
  ];
}

const add = `
  INSERT INTO judgement SELECT x.* FROM json_to_recordset($1::text::json) AS x (judge integer, visit bigint,
    relevance double precision, raw double precision, relevant smallint, parts text, inherited_state text)`;
const keepFeatures = `
  INSERT INTO features SELECT x.* FROM json_to_recordset($1::text::json) AS x (visit bigint, strategy text, data text)
  ON CONFLICT (visit, strategy) DO UPDATE SET data = excluded.data`;
/** Visits it said nothing of keep the judgement they had. */
const keep = `
  INSERT INTO judgement (judge, visit, relevance, raw, relevant, parts, inherited_state)
  SELECT $1, visit, relevance, raw, relevant, parts, inherited_state FROM judgement WHERE judge = ${currentJudge}
  ON CONFLICT DO NOTHING`;
const become = `
  UPDATE visit v SET outcome = x.outcome, reason = x.reason, detail = x.detail
  FROM json_to_recordset($1::text::json) AS x (seq bigint, outcome text, reason text, detail text) WHERE v.seq = x.seq`;
