import { useState } from 'preact/hooks';
import type { WordHistory } from '../../../api/topic.js';
import type { ChartLine } from '../../charts/chart-data.js';
import { Sparkline } from '../../charts/sparkline.js';
import { TimeChart } from '../../charts/time-chart.js';
import { useResource } from '../../client/use-resource.js';
import { DataTable } from '../../parts/data-table.js';
import { Loading, Trouble } from '../../parts/state-box.js';
import { WebText } from '../../parts/web-text.js';

interface LearntWordsProps {
  readonly crawl: string;
  readonly strategy: string;
}

const colours = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'] as const;

/** The words that the crawl goes by, and what each weighed over time. */
export function LearntWords({ crawl, strategy }: LearntWordsProps) {
  const { data, error, reload } = useResource('GET /api/crawls/:crawl/words', { crawl });
  const [agent, setAgent] = useState<number>();
  if (error) return <Trouble error={error} again={reload} />;
  if (data === undefined) return <Loading />;
  const agents = [...new Set(data.items.map((word) => word.agent))];
  const shown = agent ?? agents[0];
  const words = data.items.filter((word) => word.agent === shown);
  return (
    <section>
      <h2>Learnt words</h2>
      {words.length === 0 ? (
        <p class="note">None: {strategy} keeps no table of words, or has not learnt any yet.</p>
      ) : (
        <>
          {agents.length > 1 && (
            <p class="buttons">
              {agents.map((id) => (
                <button key={id} type="button" class="small" aria-pressed={id === shown} onClick={() => setAgent(id)}>
                  Agent {id}
                </button>
              ))}
            </p>
          )}
          {words.some(({ points }) => points.length > 1) && (
            <TimeChart
              title="Weight over the crawl"
              note="The six words that weigh most."
              axis="pages"
              {...weightLines(words)}
              format={(value) => value.toPrecision(2)}
            />
          )}
          <DataTable
            label="Words and their weight"
            rows={words}
            keyOf={({ word }) => word}
            columns={[
              {
                title: 'Word',
                value: ({ word }) => word,
                first: 'ascending',
                cell: ({ word }) => <WebText text={word} />,
              },
              { title: 'Weight', value: last, cell: (word) => last(word).toPrecision(2) },
              {
                title: 'Over time',
                cell: ({ word, points }) => (
                  <Sparkline values={points.map(({ weight }) => weight)} label={`Weight of ${word} over the crawl`} />
                ),
              },
              {
                title: 'From',
                words: true,
                value: ({ isGiven }) => (isGiven ? 0 : 1),
                cell: ({ isGiven }) => (isGiven ? 'the topic' : 'learnt'),
              },
            ]}
          />
        </>
      )}
    </section>
  );
}

function last({ points }: WordHistory): number {
  return points.at(-1)?.weight ?? 0;
}

/** The heaviest words as lines over the same places. */
function weightLines(words: readonly WordHistory[]): {
  readonly x: readonly number[];
  readonly lines: readonly ChartLine[];
} {
  const best = [...words].sort((a, b) => last(b) - last(a)).slice(0, colours.length);
  const x = [...new Set(best.flatMap(({ points }) => points.map(({ pages }) => pages)))].sort((a, b) => a - b);
  const lines = best.map(({ word, points }, index) => ({
    name: word,
    colour: colours[index]!,
    values: x.map((pages) => points.findLast((point) => point.pages <= pages)?.weight ?? null),
  }));
  return { x, lines };
}
