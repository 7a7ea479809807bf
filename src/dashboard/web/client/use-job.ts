import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Job } from '../../api/crawls.js';
import { awaitJob } from './await-job.js';

interface JobState<Result> {
  readonly job: Job<Result> | undefined;
  readonly result: Result | undefined;
  readonly error: Error | undefined;
  readonly isRunning: boolean;
  /** Starts the work. Resolves with its result, or undefined where it failed, which `error` says then. */
  readonly run: (start: () => Promise<Job<Result>>) => Promise<Result | undefined>;
  readonly clear: () => void;
}

/** Work of the server that takes a while, as a view shows it: the last that was started counts. */
export function useJob<Result>(): JobState<Result> {
  const [job, setJob] = useState<Job<Result>>();
  const [result, setResult] = useState<Result>();
  const [error, setError] = useState<Error>();
  const latest = useRef(0);
  useEffect(
    () => () => {
      latest.current = -1;
    },
    [],
  );
  const run = useCallback(async (start: () => Promise<Job<Result>>) => {
    const mine = ++latest.current;
    const isLatest = () => latest.current === mine;
    setError(undefined);
    try {
      const done = await awaitJob(await start(), (now) => isLatest() && setJob(now));
      if (!isLatest()) return undefined;
      setResult(done);
      return done;
    } catch (thrown) {
      if (isLatest()) setError(thrown as Error);
      return undefined;
    }
  }, []);
  const clear = useCallback(() => {
    latest.current++;
    setJob(undefined);
    setResult(undefined);
    setError(undefined);
  }, []);
  return { job, result, error, isRunning: job?.state === 'running', run, clear };
}
