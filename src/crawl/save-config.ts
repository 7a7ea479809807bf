import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../config/options.js';
import { writeConfig } from '../config/write-config.js';
import { configName } from '../store/crawl-folder.js';

/** Writes the crawl's config in place of an older one, whole or not at all: without it, the crawl could not be resumed. */
export function saveConfig(folder: string, settings: Settings): void {
  const draft = path.join(folder, `.${configName}`);
  // Relative to the config file, so that the folder can be moved.
  const { model } = settings;
  const kept = model === undefined ? settings : { ...settings, model: path.relative(path.resolve(folder), model) };
  try {
    writeFileSync(draft, writeConfig(kept));
    renameSync(draft, path.join(folder, configName));
  } catch (thrown) {
    if (existsSync(draft)) rmSync(draft);
    throw thrown;
  }
}
