import { archivePlace } from '../archive-place.js';
import { listenAddress } from '../network-kinds.js';
import { option } from '../option.js';
import { boolean, file, text } from '../scalar-kinds.js';

/** Where a crawl is kept, and what of it is handed out. */
export const outputOptions = {
  store: option({
    group: 'Output',
    kind: text('postgres://…', 'the address of a PostgreSQL database'),
    help: 'Keep the crawl in this PostgreSQL database, where several workers can share it.',
    details:
      'As in `postgres://user:password@host/database`; `osprey worker` joins from any machine. The password is not stored. See [scale-out.md](scale-out.md).',
    keep: () => undefined,
  }),
  name: option({
    group: 'Output',
    kind: text('name', 'a short name'),
    help: 'Name of the crawl in the database. (default: from the query)',
    keep: () => undefined,
  }),
  out: option({
    group: 'Output',
    kind: file('dir', 'a folder name'),
    help: 'The crawl folder.',
    details: 'By default a new folder under `crawls`, named after the query.',
    // The config file lies in it: a folder may be moved, and its file used again for another crawl.
    keep: () => undefined,
  }),
  archive: option({
    group: 'Output',
    kind: archivePlace(),
    default: true,
    help: 'Keep WARC files in this folder or s3://bucket/prefix. (default: the crawl folder)',
    helpOff: 'Do not keep pages in WARC files.',
    details:
      'For storage that speaks the S3 protocol, endpoint and credentials come from the environment (`AWS_ENDPOINT_URL_S3`, `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`), credentials else from `~/.aws/credentials` (`AWS_PROFILE`), and are never stored. Several workers may share a place. See [scale-out.md](scale-out.md#pages-in-a-shared-folder-or-object-storage).',
  }),
  metrics: option({
    group: 'Output',
    kind: listenAddress(),
    help: 'Serve figures of the running crawl for Prometheus at this address.',
    details:
      'The path is `/metrics`; a bare port means 127.0.0.1. Anyone who reaches the address can read the figures, which name no pages. See [scale-out.md](scale-out.md#figures-for-prometheus). It is not stored in the crawl folder.',
    keep: () => undefined,
  }),
  report: option({
    group: 'Output',
    kind: boolean(),
    default: true,
    help: 'Do not write report.html when the crawl ends.',
    details: 'See [report.md](report.md). The library writes no report.',
  }),
  respectReservations: option({
    group: 'Output',
    kind: boolean(),
    default: false,
    help: 'Leave pages out of exports whose owners reserve them against text and data mining.',
    details:
      'Reserved is a page with `noai`, with a TDM reservation (header, meta tag, or `/.well-known/tdmrep.json`, which is then fetched once per site), or whose robots.txt says `ai-train=no` or `ai-input=no`. See [rights.md](rights.md).',
  }),
  exportNoindex: option({
    group: 'Output',
    kind: boolean(),
    default: false,
    help: 'Export pages that ask not to be indexed.',
  }),
};
