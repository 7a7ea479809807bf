import { useState } from 'preact/hooks';
import type { RulesPreview } from '../../../api/queue.js';
import { request } from '../../client/request.js';
import { useJob } from '../../client/use-job.js';
import { Field, linesOf } from '../../parts/field.js';
import { JobProgress } from '../../parts/job-progress.js';
import { Trouble } from '../../parts/state-box.js';
import { command } from '../../shell/command.js';
import { RulePreview } from './rule-preview.js';

interface AddAndBlockProps {
  readonly crawl: string;
  readonly done: () => void;
}

/** Adds seeds; blocks hosts and URLs after a look at what that would drop. */
export function AddAndBlock({ crawl, done }: AddAndBlockProps) {
  const [seeds, setSeeds] = useState('');
  const [blocked, setBlocked] = useState('');
  const preview = useJob<RulesPreview>();
  const what = linesOf(blocked);
  const add = async (event: Event) => {
    event.preventDefault();
    if ((await command(crawl, { kind: 'seed', urls: linesOf(seeds) })) === undefined) return;
    setSeeds('');
    done();
  };
  const look = async (event: Event) => {
    event.preventDefault();
    const { rules } = await request('GET /api/crawls/:crawl/rules', { crawl });
    const hosts = what.filter((one) => !/[/*]/.test(one));
    const patterns = what.filter((one) => /[/*]/.test(one));
    const body = {
      ...(hosts.length > 0 && { blockHosts: [...rules.blockHosts, ...hosts] }),
      ...(patterns.length > 0 && { exclude: [...rules.exclude, ...patterns] }),
    };
    await preview.run(() => request('POST /api/crawls/:crawl/rules/preview', { crawl, body }));
  };
  const block = async () => {
    if ((await command(crawl, { kind: 'block', what }, { kind: 'unblock', what })) === undefined) return;
    setBlocked('');
    preview.clear();
    done();
  };
  return (
    <>
      <form class="panel form" onSubmit={add}>
        <h3>Add</h3>
        <Field label="Pages to visit" rows={2} value={seeds} set={setSeeds} hint="Addresses, one a line." />
        <button type="submit" disabled={linesOf(seeds).length === 0}>
          Add to the queue
        </button>
      </form>
      <form class="panel form" onSubmit={look}>
        <h3>Block</h3>
        <Field
          label="Hosts or URLs"
          rows={2}
          value={blocked}
          set={(text) => [preview.clear(), setBlocked(text)]}
          hint="One a line: example.org or https://a.org/b/**"
        />
        <div class="buttons">
          <button type="submit" disabled={what.length === 0 || preview.isRunning}>
            Preview
          </button>
          <button type="button" class="primary" disabled={preview.result === undefined} onClick={block}>
            Block
          </button>
        </div>
        <JobProgress job={preview.job} />
        {preview.error && <Trouble error={preview.error} />}
        {preview.result && <RulePreview preview={preview.result} />}
      </form>
    </>
  );
}
