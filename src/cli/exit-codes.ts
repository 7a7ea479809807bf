/** What the command's exit code says; the table in docs/reasons.md is compared with these by a test. */
export const exitCodes = {
  ok: 0,
  bug: 1,
  usage: 2,
  'seeds-failed': 3,
  fatal: 4,
  interrupted: 130,
} as const;

export const exitMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'done',
  bug: 'a fault of Osprey itself: please report it',
  usage: 'the command, the config or the input is wrong; the message names the fix',
  'seeds-failed': 'nothing could be fetched: none of the seeds answered',
  fatal: 'the crawl could not go on (disk full, archive unreadable …); it can be resumed',
  interrupted: 'stopped by Ctrl-C or a termination signal; it can be resumed',
};
