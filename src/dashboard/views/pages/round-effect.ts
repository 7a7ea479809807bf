import { appliesLabelsNote } from '../../../crawl/label-watcher.js';
import { previewJudging } from '../../../rejudge/preview-judging.js';
import type { AskRoundEffect } from '../../api/pages.js';
import type { JobWork } from '../../server/jobs.js';
import type { ShownCrawl } from '../../server/shown-crawl.js';
import { figuresOf } from '../live.js';
import type { OpenRound } from './ask-round.js';
import { ownJudgement } from './own-judgement.js';
import { rankingChange } from './ranking-change.js';

/** Pages that are judged again, without the labels of the round and with them. */
const mostPages = 500;

/** What the labels of a round changed: the person's own judgement, and how the strategy would rank with them. */
export function roundEffect(crawl: ShownCrawl, round: OpenRound): JobWork<AskRoundEffect> {
  return async (tell, signal) => {
    const reader = await crawl.reader();
    const urls = new Set<string>();
    for (const { seq } of round.asked) urls.add((await reader.records.visit(seq))?.url ?? '');
    const { judgements, sure } = crawl.labels();
    const labelled = [...urls].filter((url) => judgements.has(url)).length;
    const plain = {
      round: round.number,
      labelled,
      before: round.before,
      after: await ownJudgement(crawl),
    };
    const settings = { ...crawl.settings(), out: crawl.folder };
    const learns = (await reader.notes.get(appliesLabelsNote)) !== 'no' && settings.archive !== false;
    const isNew = [...sure.keys()].some((url) => urls.has(url));
    if (!learns || !isNew) return { ...plain, words: wordsFor(learns, isNew, false) };
    const earlier = new Map([...sure].filter(([url]) => !urls.has(url)));
    const judged = (labels: ReadonlyMap<string, boolean>, doing: string) => {
      const onProgress = (done: number) => tell({ doing, done, total: mostPages });
      return previewJudging(reader, { settings, labels, most: mostPages, onProgress, signal });
    };
    const before = await judged(earlier, 'Judging pages without the labels of this round');
    const after = await judged(sure, 'Judging pages with them');
    const { pages } = await figuresOf(crawl);
    const ranking = rankingChange(before, after.slice(0, before.length), pages);
    return { ...plain, ranking, words: wordsFor(true, true, await reader.isRunning()) };
  };
}

function wordsFor(learns: boolean, isNew: boolean, isRunning: boolean): string {
  if (!isNew) return 'No page of this round was labelled yes or no, so the ranking stays as it is.';
  if (!learns) return 'The strategy of this crawl does not learn from labels; they count for the audit and in exports.';
  return isRunning
    ? 'The running crawl learns from the labels within 25 pages. To rank all earlier pages anew, apply the topic again.'
    : 'The crawl learns from the labels when it is resumed. To rank all its pages anew, apply the topic again.';
}
