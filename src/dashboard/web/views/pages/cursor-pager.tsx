import { useEffect, useState } from 'preact/hooks';
import { count } from '../../../../counted.js';

/** The way that was taken through a list whose pages each name the next. */
export interface Cursors {
  readonly query: { readonly after?: string };
  readonly place: number;
  readonly forward: (next: string) => void;
  readonly back: () => void;
  readonly restart: () => void;
}

/** Starts again whenever `of`, what is listed, changes. */
export function useCursors(of: string): Cursors {
  const [way, setWay] = useState<{ readonly of: string; readonly steps: readonly string[] }>({ of, steps: [] });
  const steps = way.of === of ? way.steps : [];
  useEffect(() => setWay({ of, steps: [] }), [of]);
  const after = steps.at(-1);
  const go = (to: readonly string[]) => {
    setWay({ of, steps: to });
    scrollTo(0, 0);
  };
  return {
    query: after === undefined ? {} : { after },
    place: steps.length,
    forward: (next) => go([...steps, next]),
    back: () => go(steps.slice(0, -1)),
    restart: () => go([]),
  };
}

interface CursorPagerProps {
  readonly cursors: Cursors;
  readonly next: string | undefined;
}

/** Steps through a list of any length. */
export function CursorPager({ cursors, next }: CursorPagerProps) {
  const { place, forward, back, restart } = cursors;
  if (place === 0 && next === undefined) return null;
  return (
    <nav class="pager" aria-label="Pages of the list">
      <button type="button" disabled={place === 0} onClick={restart}>
        First
      </button>
      <button type="button" disabled={place === 0} onClick={back}>
        Previous
      </button>
      <button type="button" disabled={next === undefined} onClick={() => next !== undefined && forward(next)}>
        Next
      </button>
      <span class="soft">Page {count(place + 1)}</span>
    </nav>
  );
}
