import { useState } from 'preact/hooks';
import type { Rules, RulesPreview } from '../../../api/queue.js';
import { request } from '../../client/request.js';
import { useJob } from '../../client/use-job.js';
import { useResource } from '../../client/use-resource.js';
import { Field, linesOf, wordsOf } from '../../parts/field.js';
import { JobProgress } from '../../parts/job-progress.js';
import { Loading, Trouble } from '../../parts/state-box.js';
import { command } from '../../shell/command.js';
import { RulePreview } from './rule-preview.js';

interface RuleEditorProps {
  readonly crawl: string;
  readonly applied: () => void;
}

/** The rules of the scope: changed, previewed on the whole queue, then applied. */
export function RuleEditor({ crawl, applied }: RuleEditorProps) {
  const { data, error, reload } = useResource('GET /api/crawls/:crawl/rules', { crawl });
  if (error) return <Trouble error={error} again={reload} />;
  if (data === undefined) return <Loading />;
  return (
    <RuleForm key={JSON.stringify(data.rules)} crawl={crawl} rules={data.rules} applied={() => [applied(), reload()]} />
  );
}

interface RuleFormProps extends RuleEditorProps {
  readonly rules: Required<Rules>;
}

function RuleForm({ crawl, rules, applied }: RuleFormProps) {
  const written = {
    domains: rules.domains.join(', '),
    blockHosts: rules.blockHosts.join(', '),
    include: rules.include.join('\n'),
    exclude: rules.exclude.join('\n'),
    maxDepth: rules.maxDepth === 'none' ? '' : String(rules.maxDepth),
    maxPerHost: rules.maxPerHost === 'none' ? '' : String(rules.maxPerHost),
  };
  const [values, setValues] = useState(written);
  const [nofollow, setNofollow] = useState(rules.followNofollow);
  const preview = useJob<RulesPreview>();
  const set = (name: keyof typeof written) => (value: string) => {
    preview.clear();
    setValues((before) => ({ ...before, [name]: value }));
  };
  const changes = changedRules(written, values, rules.followNofollow, nofollow);
  const isChanged = Object.keys(changes).length > 0;
  const apply = async () => {
    const receipt = await command(crawl, { kind: 'set', options: { ...changes } });
    if (receipt !== undefined) applied();
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void preview.run(() => request('POST /api/crawls/:crawl/rules/preview', { crawl, body: changes }));
      }}
    >
      <Field
        label="Only these domains"
        value={values.domains}
        set={set('domains')}
        hint="With commas between them; none: every host."
      />
      <Field
        label="Blocked hosts"
        value={values.blockHosts}
        set={set('blockHosts')}
        hint="These hosts and those below them."
      />
      <div class="columns">
        <Field
          label="Only URLs that match"
          rows={2}
          value={values.include}
          set={set('include')}
          hint="One pattern a line."
        />
        <Field
          label="No URLs that match"
          rows={2}
          value={values.exclude}
          set={set('exclude')}
          hint="As in https://a.org/b/**"
        />
        <Field label="Links from a seed at most" type="number" min={0} value={values.maxDepth} set={set('maxDepth')} />
        <Field
          label="Pages of a host at most"
          type="number"
          min={1}
          value={values.maxPerHost}
          set={set('maxPerHost')}
        />
      </div>
      <label class="tick">
        <input
          type="checkbox"
          checked={nofollow}
          onChange={(event) => [preview.clear(), setNofollow(event.currentTarget.checked)]}
        />
        Follow links that are marked nofollow
      </label>
      <div class="buttons">
        <button type="submit" disabled={!isChanged || preview.isRunning}>
          Preview
        </button>
        <button type="button" class="primary" disabled={!isChanged || preview.result === undefined} onClick={apply}>
          Apply
        </button>
        {!isChanged && <span class="soft">Change a rule to see what it would do.</span>}
      </div>
      <JobProgress job={preview.job} />
      {preview.error && <Trouble error={preview.error} />}
      {preview.result && isChanged && <RulePreview preview={preview.result} />}
    </form>
  );
}

type Written = Readonly<Record<'domains' | 'blockHosts' | 'include' | 'exclude' | 'maxDepth' | 'maxPerHost', string>>;

/** Only what was changed: absent rules stay as they are. */
function changedRules(before: Written, after: Written, nofollowBefore: boolean, nofollow: boolean): Rules {
  const has = (name: keyof Written) => before[name].trim() !== after[name].trim();
  const limit = (text: string) => (text.trim() === '' ? ('none' as const) : Number(text));
  return {
    ...(has('domains') && { domains: wordsOf(after.domains) }),
    ...(has('blockHosts') && { blockHosts: wordsOf(after.blockHosts) }),
    ...(has('include') && { include: linesOf(after.include) }),
    ...(has('exclude') && { exclude: linesOf(after.exclude) }),
    ...(has('maxDepth') && { maxDepth: limit(after.maxDepth) }),
    ...(has('maxPerHost') && { maxPerHost: limit(after.maxPerHost) }),
    ...(nofollow !== nofollowBefore && { followNofollow: nofollow }),
  };
}
