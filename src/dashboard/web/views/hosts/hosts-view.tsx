import { useState } from 'preact/hooks';
import { count } from '../../../../counted.js';
import { percent } from '../../../../words/figures.js';
import type { HostLine } from '../../../api/hosts.js';
import { useResource } from '../../client/use-resource.js';
import { Choice } from '../../parts/choice.js';
import { DataTable } from '../../parts/data-table.js';
import { Field } from '../../parts/field.js';
import { clockTime, duration } from '../../parts/figures.js';
import { Empty, Loading, Trouble } from '../../parts/state-box.js';
import { WebUrl } from '../../parts/web-text.js';
import { changeQuery, route } from '../../shell/route.js';
import { useShortcuts } from '../../shell/shortcuts.js';
import type { ViewProps } from '../../shell/view-props.js';
import { CursorPager, useCursors } from '../pages/cursor-pager.js';
import { HostPanel } from './host-panel.js';

const size = 50;
type Order = 'pages' | 'relevant' | 'harvest' | 'errors' | 'name';

/** The hosts that were visited: their yield, how they are treated, and what can be done about it. */
export function HostsView({ crawl }: ViewProps) {
  const { query } = route.value;
  const order = (query.get('order') ?? 'relevant') as Order;
  const name = query.get('name') ?? '';
  const open = query.get('host') ?? undefined;
  const [version, setVersion] = useState(0);
  const cursors = useCursors(`${order} ${name}`);
  const given = { order, limit: size, ...(name !== '' && { name }), ...cursors.query };
  const { data, error, reload } = useResource(
    'GET /api/crawls/:crawl/hosts',
    { crawl, query: given },
    { version, keep: true },
  );
  const close = () => changeQuery({ host: null });
  useShortcuts('Hosts', [{ keys: ['Escape'], words: 'Close the panel', run: close }]);
  return (
    <div class={open === undefined ? 'split' : 'split with-panel'}>
      <div>
        <search class="filters">
          <Field label="Name has" type="search" value={name} set={(value) => changeQuery({ name: value.trim() })} />
          <Choice
            label="Order"
            value={order}
            set={(value) => changeQuery({ order: value })}
            choices={[
              ['relevant', 'most relevant pages'],
              ['pages', 'most pages'],
              ['harvest', 'harvest'],
              ['errors', 'most errors'],
              ['name', 'name'],
            ]}
          />
        </search>
        {error && <Trouble error={error} again={reload} />}
        {data === undefined && !error && <Loading />}
        {data?.reading && (
          <p class="note" role="status">
            Still reading: {count(data.reading.read)} of {count(data.reading.of)} visits so far.
          </p>
        )}
        {data?.items.length === 0 && <Empty title="No host matches." />}
        {data !== undefined && data.items.length > 0 && <HostTable hosts={data.items} open={open} />}
        <CursorPager cursors={cursors} next={data?.next} />
      </div>
      {open !== undefined && (
        <HostPanel
          key={open}
          crawl={crawl}
          host={open}
          close={close}
          changed={() => setVersion((before) => before + 1)}
        />
      )}
    </div>
  );
}

function HostTable({ hosts, open }: { readonly hosts: readonly HostLine[]; readonly open: string | undefined }) {
  return (
    <DataTable
      label="Hosts"
      rows={hosts}
      keyOf={({ host }) => host}
      {...(open !== undefined && { chosen: open })}
      columns={[
        {
          title: 'Host',
          value: ({ host }) => host,
          first: 'ascending',
          cell: ({ host }) => (
            <button
              type="button"
              class="title-button"
              aria-expanded={host === open}
              onClick={() => changeQuery({ host: host === open ? null : host })}
            >
              <WebUrl url={host} />
            </button>
          ),
        },
        { title: 'Relevant', value: ({ relevant }) => relevant, cell: ({ relevant }) => <b>{count(relevant)}</b> },
        { title: 'Pages', value: ({ pages }) => pages, cell: ({ pages }) => count(pages) },
        {
          title: 'Harvest',
          value: harvestOf,
          cell: (line) => (
            <span class="with-meter">
              <meter min={0} max={1} value={harvestOf(line)} aria-hidden="true" /> {percent(harvestOf(line))}
            </span>
          ),
        },
        { title: 'Errors', value: ({ errors }) => errors, cell: ({ errors }) => count(errors) },
        {
          title: 'Delay',
          hint: 'Time between two requests',
          value: ({ delay }) => delay,
          cell: ({ delay }) => (delay < 1000 ? `${delay} ms` : duration(delay)),
        },
        { title: 'State', words: true, cell: stateOf },
      ]}
    />
  );
}

function harvestOf({ pages, relevant }: HostLine): number {
  return pages === 0 ? 0 : relevant / pages;
}

function stateOf({ isBlocked, isPreferred, slowed, notBefore, failures }: HostLine): string {
  const states = [
    isBlocked && 'blocked',
    isPreferred && 'more of this',
    slowed !== undefined && `slowed to ${duration(slowed)}`,
    failures > 0 && `${failures} failures in a row`,
    notBefore !== undefined && notBefore > Date.now() && `opens ${clockTime(notBefore)}`,
  ];
  return states.filter(Boolean).join(', ');
}
