import { useEffect, useState } from 'preact/hooks';
import { count } from '../../../../counted.js';
import { percent } from '../../../../words/figures.js';
import { useResource } from '../../client/use-resource.js';
import { DataTable } from '../../parts/data-table.js';
import { clockTime } from '../../parts/figures.js';
import { Empty, Loading, Trouble } from '../../parts/state-box.js';
import { WebUrl } from '../../parts/web-text.js';
import { goTo, linkTo } from '../../shell/route.js';
import type { ViewProps } from '../../shell/view-props.js';
import { MapCanvas } from './map-canvas.js';

/** Steps of the time slider. */
const steps = 100;

/** Hosts and the ways between them, as they were at any time of the crawl. */
export function MapView({ crawl }: ViewProps) {
  const [step, setStep] = useState(steps);
  const [agents, setAgents] = useState(false);
  const [asTable, setAsTable] = useState(false);
  // The whole map gives the places; an earlier time shows what was there by then.
  const { data, error, reload } = useResource('GET /api/crawls/:crawl/map', { crawl, query: {} });
  useEffect(() => {
    if (data?.reading === undefined) return;
    const timer = setTimeout(reload, 2_000);
    return () => clearTimeout(timer);
  }, [data]);
  if (error) return <Trouble error={error} again={reload} />;
  if (data === undefined) return <Loading words="Drawing the map…" />;
  if (data.hosts.length === 0)
    return (
      <Empty title="No host was visited yet.">
        <p>The map grows with the crawl. Come back when it has a few pages.</p>
      </Empty>
    );
  const until = step === steps ? Number.POSITIVE_INFINITY : data.from + ((data.to - data.from) * step) / steps;
  const shown = data.hosts.filter(({ firstVisit }) => firstVisit <= until);
  const open = (host: string) => goTo(['crawls', crawl, 'hosts'], { host });
  return (
    <>
      <div class="filters">
        <div class="field grow">
          <label for="until">Time</label>
          <input
            id="until"
            type="range"
            min={0}
            max={steps}
            value={step}
            aria-valuetext={words(until, data.to)}
            onInput={(event) => setStep(Number(event.currentTarget.value))}
          />
        </div>
        <span class="soft at">
          {words(until, data.to)}: {count(shown.length)} hosts
        </span>
        <label class="tick">
          <input type="checkbox" checked={agents} onChange={(event) => setAgents(event.currentTarget.checked)} />
          paths by agent
        </label>
        <button type="button" class="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Map' : 'Table'}
        </button>
        <button type="button" class="small" onClick={reload}>
          Refresh
        </button>
      </div>
      {asTable ? (
        <DataTable
          label="Hosts of the map"
          rows={shown}
          keyOf={({ host }) => host}
          columns={[
            {
              title: 'Host',
              value: ({ host }) => host,
              first: 'ascending',
              cell: ({ host, isSeed }) => (
                <>
                  <a href={linkTo(['crawls', crawl, 'hosts'], { host })}>
                    <WebUrl url={host} />
                  </a>{' '}
                  {isSeed && <span class="tag">seed</span>}
                </>
              ),
            },
            { title: 'Relevant', value: ({ relevant }) => relevant, cell: ({ relevant }) => count(relevant) },
            { title: 'Pages', value: ({ pages }) => pages, cell: ({ pages }) => count(pages) },
            {
              title: 'Harvest',
              value: ({ pages, relevant }) => relevant / Math.max(1, pages),
              cell: ({ pages, relevant }) => percent(relevant / Math.max(1, pages)),
            },
            {
              title: 'First visit',
              value: ({ firstVisit }) => firstVisit,
              cell: ({ firstVisit }) => clockTime(firstVisit),
            },
          ]}
        />
      ) : (
        <MapCanvas map={data} until={until} byAgent={agents} open={open} showTable={() => setAsTable(true)} />
      )}
      <ul class="keys map-keys">
        <li>
          <i class="dot low" /> harvest 0 % <i class="ramp" /> 100 %
        </li>
        <li>size: relevant pages</li>
        <li>
          <i class="dot seed" /> seed
        </li>
        <li>
          <i class="swatch c1" /> tunnel: reached through pages off the topic
        </li>
      </ul>
    </>
  );
}

function words(until: number, last: number): string {
  return Number.isFinite(until) ? `Until ${clockTime(until)}` : `Until the last visit, ${clockTime(last)}`;
}
