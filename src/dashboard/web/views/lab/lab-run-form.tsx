import { useState } from 'preact/hooks';
import type { LabReport } from '../../../api/search.js';
import { request } from '../../client/request.js';
import { useJob } from '../../client/use-job.js';
import { useResource } from '../../client/use-resource.js';
import { Choice } from '../../parts/choice.js';
import { Field } from '../../parts/field.js';
import { JobProgress } from '../../parts/job-progress.js';
import { Trouble } from '../../parts/state-box.js';
import { Ticks } from '../../parts/ticks.js';

const mostStrategies = 6;

/** Starts a comparison on a crawl that was recorded. */
export function LabRunForm({ done }: { readonly done: () => void }) {
  const crawls = useResource('GET /api/crawls', {});
  const start = useResource('GET /api/start', {});
  const run = useJob<LabReport>();
  const [crawl, setCrawl] = useState('');
  const [strategies, setStrategies] = useState<readonly string[]>(['osprey', 'breadth-first']);
  const [pages, setPages] = useState('');
  const cards = (crawls.data?.items ?? []).filter(({ problem }) => problem === undefined);
  const web = crawl || cards[0]?.id;
  const submit = async (event: Event) => {
    event.preventDefault();
    if (web === undefined) return;
    const body = { crawl: web, strategies, ...(pages !== '' && { pages: Number(pages) }) };
    if ((await run.run(() => request('POST /api/lab/runs', { body }))) !== undefined) done();
  };
  return (
    <form class="panel form" onSubmit={submit}>
      <h2>Compare strategies</h2>
      <Choice
        label="On the crawl"
        value={web ?? ''}
        set={setCrawl}
        choices={cards.map(({ id, topic, name }) => [id, `${topic || name} (${name})`] as const)}
      />
      <Ticks
        label={`Strategies, at most ${mostStrategies}`}
        chosen={strategies}
        set={setStrategies}
        choices={(start.data?.strategies ?? []).map(({ name, about }) => ({
          name,
          about,
          disabled: strategies.length >= mostStrategies && !strategies.includes(name),
        }))}
      />
      <Field
        label="Pages for each"
        type="number"
        min={10}
        value={pages}
        set={setPages}
        placeholder="as many as make sense"
      />
      <button type="submit" class="primary" disabled={web === undefined || strategies.length === 0 || run.isRunning}>
        Start
      </button>
      <JobProgress job={run.job} />
      {run.error && <Trouble error={run.error} />}
    </form>
  );
}
