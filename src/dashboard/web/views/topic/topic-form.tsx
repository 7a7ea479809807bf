import { useState } from 'preact/hooks';
import type { TopicChange, TopicFields, TopicPreview, TopicView } from '../../../api/topic.js';
import { request } from '../../client/request.js';
import { useJob } from '../../client/use-job.js';
import { Choice } from '../../parts/choice.js';
import { Field, linesOf, wordsOf } from '../../parts/field.js';
import { JobProgress } from '../../parts/job-progress.js';
import { Trouble } from '../../parts/state-box.js';
import { Ticks } from '../../parts/ticks.js';
import { say } from '../../shell/toasts.js';
import { RankingMoves } from '../ask/ranking-moves.js';

interface TopicFormProps {
  readonly crawl: string;
  readonly view: TopicView;
  readonly applied: () => void;
}

/** Changes the topic: a preview judges the pages again, and applying it changes the crawl. */
export function TopicForm({ crawl, view: { topic, canChange, why, genres }, applied }: TopicFormProps) {
  const [values, setValues] = useState(() => writtenTopic(topic));
  const preview = useJob<TopicPreview>();
  const applying = useJob<TopicPreview>();
  const set =
    <Name extends keyof typeof values>(name: Name) =>
    (value: (typeof values)[Name]) => {
      preview.clear();
      setValues((before) => ({ ...before, [name]: value }));
    };
  const body = changeOf(topic, values);
  const isChanged = Object.keys(body).length > 0;
  const isBusy = preview.isRunning || applying.isRunning;
  const apply = async () => {
    const done = await applying.run(() => request('POST /api/crawls/:crawl/topic/apply', { crawl, body }));
    if (done === undefined) return;
    say('done', done.words);
    applied();
  };
  return (
    <form
      class="panel form"
      onSubmit={(event) => {
        event.preventDefault();
        void preview.run(() => request('POST /api/crawls/:crawl/topic/preview', { crawl, body }));
      }}
    >
      <h2>Change the topic</h2>
      {!canChange && <p class="warn">{why}</p>}
      <Field label="Looking for" value={values.query} set={set('query')} />
      <Field
        label="Not"
        value={values.not}
        set={set('not')}
        hint="Words of other meanings, with commas between them."
      />
      <Choice
        label="Pages with such words"
        value={values.notRule}
        set={set('notRule')}
        choices={[
          ['lower', 'are ranked lower'],
          ['drop', 'are dropped'],
        ]}
      />
      <Field label="Example pages" rows={2} value={values.example} set={set('example')} hint="One a line." />
      <Field label="Words of the content" value={values.contentTerms} set={set('contentTerms')} />
      {genres.length > 0 && <Ticks label="Genre" chosen={values.genre} set={set('genre')} choices={genres} />}
      <Field label="Relevant from" type="number" step={0.01} min={0} value={values.threshold} set={set('threshold')} />
      <div class="buttons">
        <button type="submit" disabled={!canChange || !isChanged || isBusy}>
          Preview
        </button>
        <button
          type="button"
          class="primary"
          disabled={!canChange || preview.result === undefined || isBusy}
          onClick={apply}
        >
          Apply
        </button>
      </div>
      <JobProgress job={preview.job} />
      <JobProgress job={applying.job} />
      {(preview.error ?? applying.error) && <Trouble error={(preview.error ?? applying.error)!} />}
      {preview.result && (
        <div class="preview" role="status">
          <p class="first">{preview.result.words}</p>
          <RankingMoves change={preview.result.change} />
        </div>
      )}
    </form>
  );
}

/** The topic as it is written in the form. */
interface Written {
  readonly query: string;
  readonly not: string;
  readonly notRule: TopicFields['notRule'];
  readonly example: string;
  readonly contentTerms: string;
  readonly genre: readonly string[];
  readonly threshold: string;
}

function writtenTopic({ query, not, notRule, example, contentTerms, genre, threshold }: TopicFields): Written {
  return {
    query,
    not: not.join(', '),
    notRule,
    example: example.join('\n'),
    contentTerms: contentTerms.join(', '),
    genre,
    threshold: String(threshold),
  };
}

/** Only what was changed. */
function changeOf(topic: TopicFields, values: Written): TopicChange {
  const before = writtenTopic(topic);
  const has = (name: keyof Written) => JSON.stringify(values[name]) !== JSON.stringify(before[name]);
  return {
    ...(has('query') && { query: values.query.trim() }),
    ...(has('not') && { not: wordsOf(values.not) }),
    ...(has('notRule') && { notRule: values.notRule }),
    ...(has('example') && { example: linesOf(values.example) }),
    ...(has('contentTerms') && { contentTerms: wordsOf(values.contentTerms) }),
    ...(has('genre') && { genre: values.genre }),
    ...(has('threshold') && { threshold: Number(values.threshold) }),
  };
}
