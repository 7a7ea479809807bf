import { UsageError } from '../failure.js';
import { redacted } from '../redact.js';

/** Where a crawl is: in a folder, or in a PostgreSQL database under a name. */
export type CrawlLocation =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 'postgres';
      /** Of the database; it may hold a password. */
      readonly url: string;
      /** Undefined where the database may have one crawl alone. */
      readonly name: string | undefined;
      /** For people, without the password. */
      readonly shown: string;
    };

const isDatabase = /^postgres(?:ql)?:\/\//i;

/** Reads what a user gives as a crawl: a folder, or `postgres://user@host/database#name`. */
export function crawlLocation(given: string): CrawlLocation {
  if (!isDatabase.test(given)) return { kind: 'folder', folder: given };
  const [url = '', name] = given.split(/#([^#]*)$/);
  // What could not be told from the text around it when the password is taken out.
  if (!URL.canParse(url) || /[\s"`<>]/.test(url))
    throw new UsageError(
      'bad-database-url',
      'The address of the database is no URL like postgres://user@host/database#name; encode signs such as /, # and quotes in its password.',
    );
  return { kind: 'postgres', url, name: name || undefined, shown: redacted(given) };
}

/** The folder that a command works in which knows crawls in folders alone. */
export function folderOnly(given: string): string {
  const location = crawlLocation(given);
  if (location.kind === 'folder') return location.folder;
  throw new UsageError(
    'folder-only',
    `This command works on crawls in folders: bring the crawl to one with "osprey copy ${location.shown} FOLDER".`,
    { location: location.shown },
  );
}
