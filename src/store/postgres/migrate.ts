import { UsageError } from '../../failure.js';
import { migrations } from './migrations.js';
import type { Queries } from './postgres-database.js';

/** The schema of the crawl of this name. Throws `UsageError` where the name would not do. */
export function schemaOf(name: string): string {
  if (name !== '' && !/^[a-z0-9][a-z0-9_-]{0,39}$/.test(name))
    throw new UsageError(
      'bad-crawl-name',
      `"${name}" cannot be the name of a crawl: use up to 40 small letters, digits, - and _, beginning with a letter or digit.`,
    );
  return `osprey_${name}`;
}

/** Brings the tables of a crawl to the current version, in a transaction; one worker at a time does so. */
export async function migrate(
  tx: Queries,
  schema: string,
  shown: string,
  create: boolean,
  scripts: readonly string[] = migrations,
): Promise<void> {
  const lock = "SELECT pg_advisory_xact_lock(hashtextextended('osprey migration', 0))";
  // Before anything is looked up: a connection remembers for a transaction what was not there.
  if (create) await tx.query(lock);
  const exists = await versionOf(tx, schema);
  if (exists === scripts.length) return;
  if (exists === undefined && !create)
    throw new UsageError('no-crawl', `No crawl found at ${shown}; "osprey crawl --store" makes one.`, { at: shown });
  await tx.query(lock);
  const version = (await versionOf(tx, schema)) ?? 0;
  if (version > scripts.length)
    throw new UsageError(
      'newer-schema',
      `${shown} was made by a newer Osprey (schema ${version}, this one knows ${scripts.length}); update Osprey.`,
      { at: shown, version },
    );
  if (version === 0) await tx.query(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
  if (version === 0) await tx.query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
  for (const script of scripts.slice(version)) await runScript(tx, script);
  await tx.query('DELETE FROM schema_version');
  await tx.query('INSERT INTO schema_version VALUES ($1)', [scripts.length]);
}

/** Undefined where there is no such crawl. */
async function versionOf(tx: Queries, schema: string): Promise<number | undefined> {
  const [row] = await tx.query<{ found: string | null }>('SELECT to_regclass($1)::text AS found', [
    `"${schema}".schema_version`,
  ]);
  if (row?.found == null) return undefined;
  const [kept] = await tx.query<{ version: number }>('SELECT version FROM schema_version');
  return kept?.version ?? 0;
}

/** Prepared statements are single ones; none of ours holds a semicolon but at its end. */
async function runScript(tx: Queries, script: string): Promise<void> {
  const bare = script.replace(/--.*$/gm, '');
  for (const statement of bare.split(';')) if (statement.trim() !== '') await tx.query(statement);
}
