import { useEffect, useState } from 'preact/hooks';
import type { SeedCheck, StartForm, StartRequest } from '../../../api/crawls.js';
import type { Listed } from '../../../api/endpoints.js';
import { request } from '../../client/request.js';
import { useJob } from '../../client/use-job.js';
import { useResource } from '../../client/use-resource.js';
import { Field, linesOf, wordsOf } from '../../parts/field.js';
import { JobProgress } from '../../parts/job-progress.js';
import { Loading, Trouble } from '../../parts/state-box.js';
import { Ticks } from '../../parts/ticks.js';
import { goTo } from '../../shell/route.js';
import { MoreSettings } from './more-settings.js';
import { SeedList } from './seed-list.js';
import { emptyForm, type FormValues, startRequestOf } from './start-request.js';

/** The form that starts a crawl. */
export function StartView() {
  document.title = 'Start a crawl – Osprey';
  const { data, error, reload } = useResource('GET /api/start', {});
  if (error) return <Trouble error={error} again={reload} />;
  return data === undefined ? <Loading /> : <FormOf form={data} />;
}

function FormOf({ form }: { readonly form: StartForm }) {
  const [values, setValues] = useState<FormValues>(() => emptyForm(form.defaults));
  const [error, setError] = useState<Error>();
  const [isStarting, setStarting] = useState(false);
  const checking = useJob<Listed<SeedCheck>>();
  const set =
    <Name extends keyof FormValues>(name: Name) =>
    (value: FormValues[Name]) =>
      setValues((before) => ({ ...before, [name]: value }));
  const seeds = linesOf(values.seed);
  const check = () => checking.run(() => request('POST /api/seeds/check', { body: { seed: seeds.slice(0, 50) } }));
  const start = async (event: Event) => {
    event.preventDefault();
    setStarting(true);
    setError(undefined);
    try {
      const body: StartRequest = startRequestOf(values, form.defaults);
      const { id } = await request('POST /api/crawls', { body });
      goTo(['crawls', id, 'live']);
    } catch (thrown) {
      setError(thrown as Error);
      setStarting(false);
    }
  };
  useEffect(() => document.querySelector<HTMLInputElement>('.start input')?.focus(), []);
  const checked = checking.result?.items ?? checking.job?.partial?.items;
  return (
    <form class="page narrow form start" onSubmit={start}>
      <h1>Start a crawl</h1>
      <Field
        label="Looking for"
        value={values.query}
        set={set('query')}
        placeholder="words of the topic, as for a search engine"
      />
      <Field
        label="Not"
        value={values.not}
        set={set('not')}
        hint="Words of other meanings, with commas between them: jaguar, but not the cat."
      />
      <Field
        label="Example pages"
        value={values.example}
        set={set('example')}
        rows={2}
        hint="Addresses of pages like those wanted, one a line."
      />
      <Field
        label="Seeds"
        value={values.seed}
        set={set('seed')}
        rows={4}
        hint="Where to start, one address a line. Without any, the sources below are asked."
      />
      <div class="buttons">
        <button type="button" disabled={seeds.length === 0 || checking.isRunning} onClick={check}>
          Check the seeds
        </button>
      </div>
      <JobProgress job={checking.job} />
      {checking.error && <Trouble error={checking.error} />}
      {checked && <SeedList checks={checked} />}
      {seeds.length === 0 && (
        <Ticks
          label="Sources"
          chosen={values.sources}
          set={set('sources')}
          choices={form.sources.map(({ name, about, ready }) => ({ name, about, disabled: !ready }))}
        />
      )}
      <div class="columns">
        <Field label="Pages at most" type="number" min={1} value={values.maxPages} set={set('maxPages')} />
        <Field
          label="Relevant pages wanted"
          type="number"
          min={1}
          value={values.maxRelevant}
          set={set('maxRelevant')}
        />
        <Field label="Time at most" value={values.maxTime} set={set('maxTime')} placeholder="10m, 2h" />
      </div>
      <MoreSettings form={form} values={values} set={set} />
      {error && <Trouble error={error} />}
      <div class="buttons">
        <button
          type="submit"
          class="primary"
          disabled={isStarting || (values.query.trim() === '' && wordsOf(values.example).length === 0)}
        >
          {isStarting ? 'Starting…' : 'Start the crawl'}
        </button>
      </div>
    </form>
  );
}
