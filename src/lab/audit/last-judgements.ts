import { LabelFile, type PersonJudgement } from '../../labels/label-file.js';
import type { CrawlReader } from '../../model/crawl-reader.js';

/** Of what was said in several crawls, the last word counts. */
export function lastJudgements(crawls: readonly Pick<CrawlReader, 'folder'>[]): Map<string, PersonJudgement> {
  const last = new Map<string, PersonJudgement>();
  for (const { folder } of crawls)
    for (const [url, judgement] of LabelFile.read(folder).judgements)
      if (judgement.at >= (last.get(url)?.at ?? '')) last.set(url, judgement);
  return last;
}
