import { Failure, messageOf, UsageError } from '../../failure.js';

/** Classes and codes of PostgreSQL and of sockets after which the same may succeed on a new connection. */
const passing =
  /^(?:08|53|57P0|40001|40P01|CONNECTION_|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT)/;
const full = /^(?:53100|ENOSPC|EDQUOT)$/;
const refused = /^28/;
const noDatabase = '3D000';

/** Whether a new connection may bring what this one did not. */
export function isPassing(thrown: unknown): boolean {
  return passing.test(codeOf(thrown)) && !full.test(codeOf(thrown));
}

/** What an error of the client or the server means; `shown` names the database without its password. What is our own fault is returned as it is. */
export function postgresFailure(thrown: unknown, shown: string): unknown {
  if (thrown instanceof Failure) return thrown;
  const code = codeOf(thrown);
  // The client's error holds the statement and its values: only its message goes on.
  const evidence = { database: shown, code };
  if (refused.test(code))
    return new UsageError(
      'database-refused',
      `${shown} does not let the user in: ${messageOf(thrown)}; check the user and the password (PGPASSWORD).`,
      evidence,
    );
  if (code === noDatabase)
    return new UsageError('no-database', `${shown}: ${messageOf(thrown)}; create it first (createdb).`, evidence);
  if (full.test(code))
    return new Failure('disk-full', `No space left on the disk of ${shown}: free some.`, 'fatal', evidence);
  if (isPassing(thrown))
    return new Failure('database-unreachable', `Cannot reach ${shown}: ${messageOf(thrown)}.`, 'fatal', evidence);
  return thrown;
}

function codeOf(thrown: unknown): string {
  const { code } = (thrown ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}
