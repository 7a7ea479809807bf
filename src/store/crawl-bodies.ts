import path from 'node:path';
import type { Bodies } from '../archive/bodies/bodies.js';
import { openBodies } from '../archive/bodies/open-bodies.js';
import { spoolFolder } from '../archive/bodies/spool.js';
import type { Settings } from '../config/options.js';

/** Opens what a crawl has archived. `id` tells crawls without a folder apart, where pages wait on this machine to be sent. */
export function crawlBodies(archive: Settings['archive'], folder: string | undefined, id = ''): Bodies {
  return openBodies(typeof archive === 'string' ? archive : (folder ?? ''), spoolOf(folder, id));
}

/** Where the files of a crawl wait on this machine until they are in remote storage. */
export function spoolOf(folder: string | undefined, id: string): string {
  return folder === undefined ? path.join(spoolFolder(), id) : path.join(folder, 'spool');
}
