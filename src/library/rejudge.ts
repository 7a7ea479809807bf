import type { CrawlOptions, OptionKey } from '../config/options.js';
import type { RejudgeResult } from '../rejudge/rejudge.js';
import { rejudgeCrawl } from '../rejudge/rejudge-crawl.js';

/** What pages are judged by, where it is to change. */
export type RejudgeOptions = { readonly [Key in Exclude<OptionKey, 'out'>]?: CrawlOptions[Key] };

/** Judges all pages of the crawl in a folder again, from its archive. `onProgress` is called after each page. */
export async function rejudge(
  folder: string,
  changes: RejudgeOptions = {},
  onProgress?: (done: number, total: number) => void,
): Promise<RejudgeResult> {
  return (await rejudgeCrawl(folder, changes, 'options', onProgress)).result;
}
