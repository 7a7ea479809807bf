import { readFileSync } from 'node:fs';
import { messageOf, UsageError } from '../failure.js';

/** The file of `--config`, for `settingsFrom`. */
export function readConfig(file: string): { path: string; text: string } {
  try {
    return { path: file, text: readFileSync(file, 'utf8') };
  } catch (thrown) {
    throw new UsageError('no-config', `Cannot read the config file ${file} (${messageOf(thrown)}); check --config.`, {
      file,
    });
  }
}
