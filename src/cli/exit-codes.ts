/** What the command's exit code says; the table in docs/reasons.md is compared with this one by a test. */
export const exitCodes = {
  ok: 0,
  /** A fault of Osprey itself: please report it. */
  bug: 1,
  /** The command, the config or the input is wrong; the message names the fix. */
  usage: 2,
  /** Nothing could be fetched: none of the seeds answered. */
  'seeds-failed': 3,
  /** The crawl could not go on (disk full, archive unreadable …); it can be resumed. */
  fatal: 4,
  /** Stopped by Ctrl-C or a termination signal; it can be resumed. */
  interrupted: 130,
} as const;
