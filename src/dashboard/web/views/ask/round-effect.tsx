import { useEffect, useRef } from 'preact/hooks';
import { counted } from '../../../../counted.js';
import { percent, twoDigits } from '../../../../words/figures.js';
import type { AskRoundEffect, OwnJudgement } from '../../../api/pages.js';
import { DataTable } from '../../parts/data-table.js';
import { RankingMoves } from './ranking-moves.js';

interface RoundEffectProps {
  readonly effect: AskRoundEffect;
  readonly next: () => void;
}

/** What a round changed: agreement, threshold, harvest by one's own judgement, and the ranking. */
export function RoundEffect({ effect, next }: RoundEffectProps) {
  const { round, labelled, before, after, ranking, words } = effect;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const rows = figuresOf(before).map(([name, value], index) => ({
    name,
    before: value,
    after: figuresOf(after)[index]![1],
  }));
  return (
    <div>
      <div class="title-row">
        <h2 ref={heading} tabIndex={-1}>
          Round {round}: {counted(labelled, 'answer')}
        </h2>
        <button type="button" class="primary" onClick={next}>
          Next round
        </button>
      </div>
      <p>{words}</p>
      <DataTable
        label="What the round changed"
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { title: 'By your judgement', cell: ({ name }) => name },
          { title: 'Before', cell: (row) => row.before },
          { title: 'After', cell: (row) => <b>{row.after}</b> },
        ]}
      />
      {ranking ? (
        <RankingMoves change={ranking} />
      ) : (
        <p class="note">This strategy does not learn from labels, so the ranking stays.</p>
      )}
    </div>
  );
}

function figuresOf(judged: OwnJudgement): (readonly [name: string, value: string])[] {
  const { relevant, other, agreement, bestThreshold, harvest } = judged;
  return [
    ['Labelled relevant / not', `${relevant} / ${other}`],
    ['The crawl agrees', agreement === undefined ? '–' : percent(agreement)],
    ['Best threshold', bestThreshold === undefined ? '–' : twoDigits(bestThreshold)],
    [
      'Harvest',
      harvest === undefined ? '–' : `${percent(harvest.mean)} (${percent(harvest.low)} to ${percent(harvest.high)})`,
    ],
  ];
}
