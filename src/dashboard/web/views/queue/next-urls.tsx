import { useState } from 'preact/hooks';
import type { QueuedLine } from '../../../api/queue.js';
import { useResource } from '../../client/use-resource.js';
import { Field } from '../../parts/field.js';
import { clockTime } from '../../parts/figures.js';
import { ScoreParts } from '../../parts/score-parts.js';
import { Empty, Loading, Trouble } from '../../parts/state-box.js';
import { WebText, WebUrl } from '../../parts/web-text.js';
import { levelName } from '../live/queue-levels.js';

interface NextUrlsProps {
  readonly crawl: string;
  readonly version: number;
  readonly isOver: boolean;
}

/** The next 200 URLs, each with the link and the parts that gave it its place. */
export function NextUrls({ crawl, version, isOver }: NextUrlsProps) {
  const [host, setHost] = useState('');
  const { data, error, reload } = useResource(
    'GET /api/crawls/:crawl/queue/next',
    { crawl, query: host.trim() === '' ? {} : { host: host.trim() } },
    { version, keep: true },
  );
  if (error) return <Trouble error={error} again={reload} />;
  if (data === undefined) return <Loading />;
  return (
    <>
      <search class="filters">
        <Field label="Only of the host" type="search" value={host} set={setHost} placeholder="example.org" />
        <button type="button" onClick={reload}>
          Refresh
        </button>
      </search>
      {data.items.length === 0 ? (
        <Empty title="Nothing is queued here.">
          <p>
            {isOver
              ? 'The crawl has stopped; add seeds or admit more, then continue it.'
              : 'Add seeds, or widen the rules.'}
          </p>
        </Empty>
      ) : (
        <ol class="queue-list" aria-label="What comes next">
          {data.items.map((line) => (
            <QueuedItem key={`${line.kind} ${line.url}`} line={line} />
          ))}
        </ol>
      )}
    </>
  );
}

function QueuedItem({ line }: { readonly line: QueuedLine }) {
  const { url, level, priority, parts, depth, attempts, kind, from, anchor, notBefore, closedBy } = line;
  return (
    <li>
      <b class="priority">{priority.toFixed(2)}</b>
      <div>
        <WebUrl url={url} />
        <p class="note">
          {from === undefined ? (
            'a seed'
          ) : (
            <>
              {anchor && (
                <>
                  “<WebText text={anchor} />” on{' '}
                </>
              )}
              <WebUrl url={from} />
            </>
          )}
          {' · '}
          {levelName(level)}, {depth} {depth === 1 ? 'link' : 'links'} from a seed
          {kind !== 'page' && ` · ${kind}`}
          {attempts > 0 && ` · attempt ${attempts + 1}`}
          {notBefore !== undefined && ` · its host opens ${clockTime(notBefore)}`}
          {closedBy !== undefined && (
            <>
              {' · '}
              <strong>closed: {closedBy}</strong>
            </>
          )}
        </p>
        {parts.length > 0 && (
          <details>
            <summary>Why here</summary>
            <ScoreParts label="Parts of the priority" parts={parts} />
          </details>
        )}
      </div>
    </li>
  );
}
