/** What the exit code of a command means; a test compares the table in docs/reasons.md with these. */
export const exitCodes = {
  ok: 0,
  bug: 1,
  usage: 2,
  'seeds-failed': 3,
  fatal: 4,
  interrupted: 130,
} as const;

export const exitMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'success',
  bug: 'a bug in Osprey: please report it',
  usage: 'wrong command, config or input; the message says how to fix it',
  'seeds-failed': 'no seed could be fetched',
  fatal: 'the crawl had to stop (disk full, archive unreadable …); it can be resumed',
  interrupted: 'stopped by Ctrl-C or a signal; it can be resumed',
};
