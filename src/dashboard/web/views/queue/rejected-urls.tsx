import { useState } from 'preact/hooks';
import { count } from '../../../../counted.js';
import type { QueueView } from '../../../api/queue.js';
import { useResource } from '../../client/use-resource.js';
import { DataTable } from '../../parts/data-table.js';
import { Empty, Trouble } from '../../parts/state-box.js';
import { WebText, WebUrl } from '../../parts/web-text.js';
import { CursorPager, useCursors } from '../pages/cursor-pager.js';

interface RejectedUrlsProps {
  readonly crawl: string;
  readonly rules: QueueView['rejected'];
}

const size = 50;

/** What was left out of the queue, by the rule that did it. */
export function RejectedUrls({ crawl, rules }: RejectedUrlsProps) {
  const [rule, setRule] = useState<string>();
  const cursors = useCursors(rule ?? '');
  const { data, error, reload } = useResource(
    'GET /api/crawls/:crawl/rejected',
    rule === undefined ? null : { crawl, query: { rule, limit: size, ...cursors.query } },
  );
  if (rules.length === 0) return <Empty title="No URL was rejected." />;
  return (
    <>
      <DataTable
        label="Rejected URLs by rule"
        rows={rules}
        keyOf={(row) => row.rule}
        {...(rule !== undefined && { chosen: rule })}
        columns={[
          {
            title: 'Rule',
            value: (row) => row.rule,
            first: 'ascending',
            cell: (row) => (
              <button
                type="button"
                class="title-button"
                aria-pressed={rule === row.rule}
                onClick={() => setRule(row.rule)}
              >
                {row.rule}
              </button>
            ),
          },
          { title: 'URLs', value: ({ urls }) => urls, cell: ({ urls }) => count(urls) },
          { title: 'Meaning', words: true, cell: ({ words }) => <WebText text={words} /> },
        ]}
      />
      {rule === undefined && <p class="note">Choose a rule to see its URLs.</p>}
      {error && <Trouble error={error} again={reload} />}
      {data && (
        <>
          <h3>Rejected by {rule}</h3>
          <ol class="queue-list plain" start={cursors.place * size + 1}>
            {data.items.map(({ url, depth, from }) => (
              <li key={url}>
                <div>
                  <WebUrl url={url} />
                  <p class="note">
                    {depth} links from a seed
                    {from && (
                      <>
                        , found on <WebUrl url={from} />
                      </>
                    )}
                  </p>
                </div>
              </li>
            ))}
          </ol>
          <CursorPager cursors={cursors} next={data.next} />
        </>
      )}
    </>
  );
}
