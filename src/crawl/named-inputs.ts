import type { Settings } from '../config/options.js';

/** What is of this machine: a program that is started, a file with secrets. */
const ownKeys = ['browser', 'cookies'] as const;

/**
 * The settings of a crawl's folder without what its config file may not say for the user: a folder may come from others. What was `named` by
 * the user beside it stays.
 */
export function withNamedInputs(settings: Settings, named: Readonly<Record<string, unknown>>): Settings {
  const left = ownKeys.filter((key) => named[key] === undefined);
  return Object.fromEntries(Object.entries(settings).filter(([key]) => !left.some((own) => own === key))) as Settings;
}
