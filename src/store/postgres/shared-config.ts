import type { Settings } from '../../config/options.js';
import { writeConfig } from '../../config/write-config.js';
import { modelName } from '../crawl-folder.js';

/** The settings of a crawl in a database, as all of its machines have them: the model is beside them, wherever they are. */
export function sharedConfig(settings: Settings): string {
  return writeConfig(settings.model === undefined ? settings : { ...settings, model: modelName });
}
