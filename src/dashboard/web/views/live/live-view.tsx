import { useMemo, useState } from 'preact/hooks';
import { counted } from '../../../../counted.js';
import { percent } from '../../../../words/figures.js';
import type { ChartMark } from '../../charts/chart-data.js';
import { TimeChart } from '../../charts/time-chart.js';
import { useResource } from '../../client/use-resource.js';
import { Choice } from '../../parts/choice.js';
import { duration, rate, short } from '../../parts/figures.js';
import { Empty } from '../../parts/state-box.js';
import type { ViewProps } from '../../shell/view-props.js';
import { Agents } from './agents.js';
import { Budgets } from './budgets.js';
import { EventList } from './event-list.js';
import { historyLines } from './history-lines.js';
import { HostStates } from './host-states.js';
import { markKinds } from './mark-kinds.js';
import { QueueLevels } from './queue-levels.js';

const mostEvents = 200;

/** How the crawl goes: its yield over time, what it waits for, and what was done to it. */
export function LiveView({ crawl, state }: ViewProps) {
  const [axis, setAxis] = useState<'time' | 'pages'>('time');
  const { kind } = state.state;
  // A state that changed and a command that was applied are events; the rest is asked for now and then.
  const version = `${kind} ${state.commandsWaiting} ${kind === 'stopped' ? '' : Math.floor(state.at / 5_000)}`;
  const events = useResource(
    'GET /api/crawls/:crawl/events',
    { crawl, query: { limit: mostEvents } },
    { version, keep: true },
  );
  const lines = useMemo(() => historyLines(state, axis), [state.history, state.forecast, axis]);
  const marks: ChartMark[] = (events.data?.items ?? []).flatMap(({ at, kind, words }) => {
    const x = axis === 'time' ? at : lines.pagesAt(at);
    return x === undefined ? [] : [{ x, kind: markKinds[kind], words }];
  });
  const { forecast, msLeft, hosts, queue } = state;
  if (state.history.length === 0 && state.pages === 0)
    return (
      <>
        <Empty title="No page was fetched yet.">
          <p>The first figures come with the first page. The events below say what has happened so far.</p>
        </Empty>
        <EventList events={events.data?.items ?? []} />
      </>
    );
  const small = [
    ['Pages a second', lines.speed, rate],
    ['URLs queued', lines.queue, short],
    ['Hosts ready and waiting', lines.hosts, short],
  ] as const;
  return (
    <div class="live">
      <div class="charts-head">
        <p>
          {forecast === undefined ? 'There is no forecast yet.' : `Forecast: ${forecast.words}.`}
          {msLeft !== undefined && ` About ${duration(msLeft)} left by its budgets.`}
        </p>
        <Choice
          label="Over"
          value={axis}
          set={setAxis}
          choices={[
            ['time', 'time'],
            ['pages', 'pages fetched'],
          ]}
        />
      </div>
      <div class="charts">
        <TimeChart
          title="Harvest"
          note="Share of pages that are relevant."
          axis={axis}
          x={lines.x}
          lines={lines.harvest}
          marks={marks}
          format={percent}
          tick={(share) => `${Math.round(100 * share)} %`}
        />
        <TimeChart
          title="Relevant pages"
          note={
            forecast && lines.found.length > 1
              ? `The band: the next ${counted(forecast.pages, 'page')}, four times of five.`
              : ''
          }
          axis={axis}
          x={lines.foundX}
          lines={lines.found}
          marks={marks}
          format={short}
        />
        {small.map(([title, shown, format]) => (
          <TimeChart
            key={title}
            title={title}
            axis={axis}
            x={lines.x}
            lines={shown}
            marks={marks}
            format={format}
            height={140}
          />
        ))}
      </div>
      <div class="columns wide">
        <QueueLevels levels={queue.levels} crawl={crawl} />
        <HostStates hosts={hosts} />
        <Budgets crawl={crawl} state={state} />
      </div>
      <Agents agents={state.agents} />
      <EventList events={events.data?.items ?? []} />
    </div>
  );
}
