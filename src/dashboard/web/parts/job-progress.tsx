import { count } from '../../../counted.js';
import type { Job } from '../../api/crawls.js';
import { request } from '../client/request.js';

/** How far work has come, and a way to call it off. */
export function JobProgress({ job }: { readonly job: Job | undefined }) {
  if (job === undefined || job.state !== 'running') return null;
  return (
    <div class="job" role="status">
      <span>{job.doing}</span>
      <progress {...(job.total > 0 && { max: job.total, value: job.done })} aria-label={job.doing} />
      {job.total > 0 && (
        <span class="soft">
          {count(job.done)} of {count(job.total)}
        </span>
      )}
      <button type="button" class="quiet small" onClick={() => void request('DELETE /api/jobs/:job', { job: job.id })}>
        Cancel
      </button>
    </div>
  );
}
