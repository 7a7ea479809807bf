import { useState } from 'preact/hooks';
import type { LabReport } from '../../../api/search.js';
import { request } from '../../client/request.js';
import { useResource } from '../../client/use-resource.js';
import { DataTable } from '../../parts/data-table.js';
import { dateOf } from '../../parts/figures.js';
import { Empty, Loading, Trouble } from '../../parts/state-box.js';
import { WebText } from '../../parts/web-text.js';
import { say } from '../../shell/toasts.js';
import { LabRunForm } from './lab-run-form.js';

/** Comparisons of strategies: their reports, and a form to run one on a recorded crawl. */
export function LabView() {
  document.title = 'Lab – Osprey';
  const { data, error, reload } = useResource('GET /api/lab/reports', {});
  return (
    <div class="page split with-side">
      <div>
        <h1>Lab</h1>
        <p class="note">
          Strategies compared on recorded webs. A crawl with an archive is one: each strategy crawls it again, without
          the network.
        </p>
        {error && <Trouble error={error} again={reload} />}
        {data === undefined && !error && <Loading />}
        {data?.items.length === 0 && (
          <Empty title="No comparisons yet.">
            <p>Choose a crawl and strategies, and start one.</p>
          </Empty>
        )}
        {data?.items.map((report) => (
          <Report key={report.name} report={report} />
        ))}
      </div>
      <aside class="side">
        <LabRunForm done={reload} />
      </aside>
    </div>
  );
}

function Report({ report: { name, title, madeAt, contenders, hasPage } }: { readonly report: LabReport }) {
  const [frame, setFrame] = useState<string>();
  const figures = [...new Set(contenders.flatMap((one) => Object.keys(one.figures)))];
  const open = () =>
    request('POST /api/lab/reports/:report/frame', { report: name }).then(
      ({ url }) => setFrame(url),
      (thrown: Error) => say('failed', thrown.message),
    );
  return (
    <section>
      <div class="title-row">
        <h2>
          <WebText text={title || name} />
        </h2>
        {hasPage && (
          <button
            type="button"
            class="small"
            aria-expanded={frame !== undefined}
            onClick={frame === undefined ? open : () => setFrame(undefined)}
          >
            {frame === undefined ? 'Open the report' : 'Close the report'}
          </button>
        )}
      </div>
      <p class="note">
        <WebText text={name} />, {dateOf(madeAt)}
      </p>
      {contenders.length > 0 && (
        <DataTable
          label={`Contenders of ${title || name}`}
          rows={contenders}
          keyOf={(one) => one.name}
          columns={[
            {
              title: 'Strategy',
              value: (one) => one.name,
              first: 'ascending' as const,
              cell: (one) => <WebText text={one.name} />,
            },
            ...figures.map((figure) => ({
              title: figure,
              value: (one: LabReport['contenders'][number]) => one.figures[figure] ?? null,
              cell: (one: LabReport['contenders'][number]) =>
                one.figures[figure]?.toLocaleString('en-US', { maximumFractionDigits: 3 }) ?? '–',
            })),
          ]}
        />
      )}
      {frame !== undefined && (
        <iframe class="report-frame" sandbox="allow-scripts" src={frame} title={`Report ${title || name}`} />
      )}
    </section>
  );
}
