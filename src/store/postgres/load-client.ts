import type postgres from 'postgres';
import { UsageError } from '../../failure.js';

/** The client is no dependency of a crawl in a folder: it is loaded when a database is named, and asked for where it is missing. */
export async function loadClient(): Promise<typeof postgres> {
  try {
    return (await import('postgres')).default;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw thrown;
    throw new UsageError(
      'client-missing',
      'A crawl in PostgreSQL needs the package "postgres"; install it beside Osprey with: npm install postgres',
    );
  }
}
