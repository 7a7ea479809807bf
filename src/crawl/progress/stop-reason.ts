/** Why a crawl ended; the table for people is in docs/reasons.md. */
export const stopReasons = {
  'max-pages': 'the page budget is used up',
  'max-relevant': 'the wanted number of relevant pages was found',
  'max-time': 'the time budget is used up',
  'max-bytes-on-disk': 'the disk budget is used up',
  'low-yield': 'the next 1,000 pages would bring fewer relevant ones than --stop-when-yield-below asks for',
  'agent-goals': 'every agent has found as many relevant pages as --relevant-per-agent asks for',
  'frontier-empty': 'every URL that was found and allowed has been visited',
  expired: 'what was left in the queue has expired (--expire, --expire-pages)',
  'hosts-closed': 'only hosts that are blocked or at their page limit have URLs left',
  'hosts-waiting': 'only hosts that cannot be reached, or want to be left alone for long, have URLs left',
  'seeds-failed': 'none of the seeds could be fetched',
  refreshed: 'the pages that were due have been visited again, and as many new ones as were asked for',
  interrupted: 'it was interrupted',
} as const;

export type StopReason = keyof typeof stopReasons;

/** What keeps a crawl from going on, in place of a stop reason where it could still be noted: codes of fatal failures. */
export const crawlFaults = {
  'disk-full': 'no space was left on the disk',
  'archive-io': 'the archive could not be written or read',
  'database-io': 'the database could not be written or read',
  'database-locked': 'another program kept the database locked',
  'folder-gone': 'the folder of the crawl was removed or moved',
  'database-damaged': 'the database is damaged',
  'local-resources': 'this process could open no more files or connections, and that did not pass',
  'page-worker-died': 'no thread that reads pages could be started',
  'strategy-failed': 'the strategy failed',
  'bad-judgement': 'the strategy gave a page a relevance or raw score that is not a number',
  'bad-rank': 'the strategy did not give one score for each link of a page',
  'bad-score': 'the strategy gave a link a score that is not a number',
  'knowledge-damaged': 'what the crawl had learnt is damaged',
} as const;
