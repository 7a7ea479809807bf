import { count } from '../../../../counted.js';
import { percent, twoDigits } from '../../../../words/figures.js';
import type { OwnJudgement } from '../../../api/pages.js';

/** What the person has said so far, beside what the crawl thinks. */
export function JudgementLine({ judged }: { readonly judged: OwnJudgement }) {
  const { relevant, other, unsure, agreement, bestThreshold, threshold, harvest, ownHarvest } = judged;
  return (
    <p class="judgement" role="status">
      You labelled <b>{count(relevant)}</b> relevant, <b>{count(other)}</b> not
      {unsure > 0 && <>, {count(unsure)} unsure</>}.
      {agreement !== undefined && (
        <>
          {' '}
          The crawl agrees with <b>{percent(agreement)}</b>.
        </>
      )}
      {bestThreshold !== undefined && bestThreshold !== threshold && (
        <>
          {' '}
          You would agree most at a threshold of <b>{twoDigits(bestThreshold)}</b>; it is {twoDigits(threshold)}.
        </>
      )}
      {harvest && (
        <>
          {' '}
          Harvest by your judgement of {count(harvest.pages)} random pages: <b>{percent(harvest.mean)}</b> (
          {percent(harvest.low)} to {percent(harvest.high)}); by the crawl’s own {percent(ownHarvest)}.
        </>
      )}
    </p>
  );
}
