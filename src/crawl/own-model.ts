import { copyFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../config/options.js';
import { modelName } from '../store/crawl-folder.js';

/** The settings with a copy of the model in the crawl's folder: a resumed crawl goes on with what it began with. */
export function withOwnModel(folder: string, settings: Settings): Settings {
  const { model } = settings;
  if (model === undefined) return settings;
  const own = path.resolve(folder, modelName);
  if (path.resolve(model) !== own) {
    const draft = path.resolve(folder, `.${modelName}`);
    copyFileSync(model, draft);
    renameSync(draft, own);
  }
  return { ...settings, model: own };
}
