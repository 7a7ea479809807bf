import { count } from '../../../../counted.js';
import { percent } from '../../../../words/figures.js';
import type { HostDetail, RobotsLine } from '../../../api/hosts.js';
import type { CommandRequest } from '../../../api/live.js';
import { useResource } from '../../client/use-resource.js';
import { clockTime, duration } from '../../parts/figures.js';
import { Loading, Trouble } from '../../parts/state-box.js';
import { WebText, WebUrl } from '../../parts/web-text.js';
import { command } from '../../shell/command.js';
import { linkTo } from '../../shell/route.js';

interface HostPanelProps {
  readonly crawl: string;
  readonly host: string;
  readonly close: () => void;
  readonly changed: () => void;
}

/** A host: what came of it, the lines of robots.txt that rule, and what can be done. */
export function HostPanel({ crawl, host, close, changed }: HostPanelProps) {
  const { data, error, reload } = useResource('GET /api/crawls/:crawl/hosts/:host', { crawl, host });
  return (
    <aside class="why-panel" aria-label="Host">
      <button type="button" class="quiet close" aria-label="Close the panel" onClick={close}>
        ×
      </button>
      <h2>
        <WebUrl url={host} />
      </h2>
      {error && <Trouble error={error} again={reload} />}
      {data === undefined ? (
        !error && <Loading />
      ) : (
        <About crawl={crawl} host={data} changed={() => [reload(), changed()]} />
      )}
    </aside>
  );
}

interface AboutProps {
  readonly crawl: string;
  readonly host: HostDetail;
  readonly changed: () => void;
}

function About({ crawl, host: line, changed }: AboutProps) {
  const { host, pages, relevant, queued, reasons, robots, firstVisit, lastVisit, delay } = line;
  return (
    <>
      <p>
        <b>{count(relevant)}</b> relevant of {count(pages)} pages{pages > 0 && ` (${percent(relevant / pages)})`};{' '}
        {count(queued)} URLs queued; one request every {duration(delay)} at most.
      </p>
      <Treatment crawl={crawl} line={line} changed={changed} />
      <p>
        <a href={linkTo(['crawls', crawl, 'pages'], { host, which: 'all' })}>Its pages</a>
      </p>
      {reasons.length > 0 && (
        <>
          <h3>What came of the visits</h3>
          <ul class="plain-list">
            {reasons.map(({ code, words, visits }) => (
              <li key={code}>
                <b>{count(visits)}</b> {code}: <WebText text={words} />
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>robots.txt</h3>
      {robots.length === 0 && <p class="note">It was not fetched.</p>}
      {robots.map((file) => (
        <Robots key={file.origin} file={file} />
      ))}
      <dl class="facts">
        {firstVisit !== undefined && (
          <>
            <dt>First visit</dt>
            <dd>{clockTime(firstVisit)}</dd>
          </>
        )}
        {lastVisit !== undefined && (
          <>
            <dt>Last visit</dt>
            <dd>{clockTime(lastVisit)}</dd>
          </>
        )}
      </dl>
    </>
  );
}

function Treatment({
  crawl,
  line: { host, isBlocked, isPreferred, slowed, delay },
  changed,
}: {
  readonly crawl: string;
  readonly line: HostDetail;
  readonly changed: () => void;
}) {
  const give = (given: CommandRequest, undo: CommandRequest) => async () => {
    if ((await command(crawl, given, undo)) !== undefined) changed();
  };
  const block = { kind: 'block', what: [host] } as const;
  const unblock = { kind: 'unblock', what: [host] } as const;
  const slower = { kind: 'slow', host, delay: `${Math.ceil((2 * Math.max(delay, 1000)) / 1000)}s` } as const;
  const usual = { kind: 'slow', host, delay: '0s' } as const;
  const [prefer, leave] = [true, false].map((on) => ({ kind: 'prefer', host, on }) as const) as [
    CommandRequest,
    CommandRequest,
  ];
  return (
    <div class="buttons">
      <button
        type="button"
        aria-pressed={isPreferred}
        onClick={isPreferred ? give(leave, prefer) : give(prefer, leave)}
      >
        More of this
      </button>
      <button type="button" onClick={give(slower, usual)}>
        Slow down to {slower.delay}
      </button>
      {slowed !== undefined && (
        <button type="button" onClick={give(usual, slower)}>
          Usual pace
        </button>
      )}
      <button type="button" aria-pressed={isBlocked} onClick={isBlocked ? give(unblock, block) : give(block, unblock)}>
        {isBlocked ? 'Unblock' : 'Block'}
      </button>
    </div>
  );
}

function Robots({ file: { origin, status, words, lines, fetchedAt } }: { readonly file: RobotsLine }) {
  return (
    <>
      <p>
        <WebUrl url={origin} />: <WebText text={words} />{' '}
        <span class="soft">
          {status === 0 ? 'not reached' : `status ${status}`}, {clockTime(fetchedAt)}
        </span>
      </p>
      {lines.length > 0 && (
        <pre class="robots">
          {lines.map(({ number, text }) => (
            <span key={number}>
              <i>{number}</i> <WebText text={text} />
              {'\n'}
            </span>
          ))}
        </pre>
      )}
    </>
  );
}
