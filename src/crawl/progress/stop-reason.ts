/** Why a crawl stopped; docs/reasons.md has the same table. */
export const stopReasons = {
  'max-pages': 'the page budget is used up',
  'max-relevant': 'enough relevant pages were found (--max-relevant)',
  'max-time': 'the time budget is used up',
  'max-bytes-on-disk': 'the disk budget is used up',
  'low-yield': 'the forecast for the next 500 pages has stayed below --stop-when-yield-below',
  'agent-goals': 'every agent has found --relevant-per-agent relevant pages',
  'frontier-empty': 'the queue is empty; every allowed URL has been visited',
  expired: 'all queued URLs have expired (--expire, --expire-pages)',
  'hosts-closed': 'all queued URLs are on hosts that are blocked or at their page limit',
  'hosts-waiting': 'all queued URLs are on hosts that are unreachable or ask crawlers to wait for long',
  'seeds-failed': 'no seed could be fetched',
  refreshed: 'all pages that were due have been revisited, and the new pages asked for have been visited',
  stopped: 'osprey control, or a program',
  interrupted: 'Ctrl-C or a signal',
} as const;

export type StopReason = keyof typeof stopReasons;

/** Faults that end a crawl: codes of fatal failures, stored in place of a stop reason if that is still possible. */
export const crawlFaults = {
  'disk-full': 'the disk is full',
  'archive-io': 'the archive could not be written or read',
  'archive-unreachable': 'the object storage of the archive could not be reached',
  'archive-refused': 'the object storage of the archive refused a request',
  'archive-upload': 'WARC files could not be sent to object storage; the next run sends them',
  'database-io': 'the database could not be written or read',
  'database-locked': 'another program kept the database locked',
  'database-unreachable': 'the PostgreSQL server could not be reached; a worker tries again by itself',
  'lease-lost': 'a worker was away for longer than its lease, and others took over; it begins anew by itself',
  'folder-gone': 'the folder of the crawl was removed or moved',
  'database-damaged': 'the database is damaged',
  'local-resources': 'this process could open no more files or connections, and that did not pass',
  'page-worker-died': 'no page worker could be started',
  'strategy-failed': 'the strategy failed',
  'bad-judgement': 'the strategy gave a page a relevance or raw score that is not a number',
  'bad-rank': 'the strategy did not give one score for each link of a page',
  'bad-score': 'the strategy gave a link a score that is not a number',
  'knowledge-damaged': 'what the crawl had learnt is damaged',
} as const;
