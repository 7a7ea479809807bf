import { useCallback, useEffect, useState } from 'preact/hooks';
import { type Answer, answerOf, type Endpoint, type Given, pathOf } from './request.js';

/** What a view shows of something that is fetched. */
export interface Resource<Data> {
  /** Of the last answer, also while the next one is awaited. */
  readonly data: Data | undefined;
  readonly error: Error | undefined;
  readonly loading: boolean;
  readonly reload: () => void;
  /** Puts in what is known to be true already. */
  readonly patch: (change: (data: Data) => Data) => void;
}

interface Answered<Data> {
  readonly path: string | null;
  readonly data?: Data;
  readonly error?: Error;
}

interface ResourceOptions {
  /** Fetched again whenever it changes. */
  readonly version?: number | string;
  /** Data of another query are shown until the new ones are there: for lists that one pages through. */
  readonly keep?: boolean;
}

/** Fetches from an endpoint, again whenever what it is given changes; null fetches nothing. */
export function useResource<Name extends Endpoint>(
  endpoint: Name,
  given: Given<Name> | null,
  { version = 0, keep = false }: ResourceOptions = {},
): Resource<Answer<Name>> {
  type Data = Answer<Name>;
  const path = given === null ? null : pathOf(endpoint, given);
  const [answered, setAnswered] = useState<Answered<Data>>({ path: null });
  const [loading, setLoading] = useState(path !== null);
  const [again, setAgain] = useState(0);
  // The versions say when to fetch again.
  useEffect(() => {
    if (path === null) return;
    const giveUp = new AbortController();
    setLoading(true);
    answerOf<Data>('GET', path, undefined, giveUp.signal)
      .then((data) => setAnswered({ path, data }))
      .catch((error: Error) => {
        if (giveUp.signal.aborted) return;
        setAnswered((before) => (before.path === path ? { ...before, error } : { path, error }));
      })
      .finally(() => {
        if (!giveUp.signal.aborted) setLoading(false);
      });
    return () => giveUp.abort();
  }, [path, version, again]);
  const patch = useCallback((change: (data: Data) => Data) => {
    setAnswered((before) => (before.data === undefined ? before : { ...before, data: change(before.data) }));
  }, []);
  const isOfPath = answered.path === path;
  return {
    data: isOfPath || keep ? answered.data : undefined,
    error: isOfPath ? answered.error : undefined,
    loading,
    reload: useCallback(() => setAgain((times) => times + 1), []),
    patch,
  };
}
