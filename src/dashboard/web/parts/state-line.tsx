import type { RunState } from '../../api/live.js';
import { WebText } from './web-text.js';

const looks: Readonly<Record<RunState['kind'], readonly [colour: string, sign: string, words: string]>> = {
  starting: ['good', '●', 'starting'],
  running: ['good', '●', 'running'],
  waiting: ['warn', '◷', 'waiting'],
  paused: ['warn', '❙❙', 'paused'],
  stopping: ['warn', '◼', 'stopping'],
  stopped: ['plain', '◼', 'stopped'],
  crashed: ['bad', '▲', 'interrupted'],
};

/** The state as a badge and a sentence, which need not begin with the same word. */
export function StateLine({ state }: { readonly state: RunState }) {
  const sentence = state.sentence.replace(/^Stopped: (.)/, (_, first: string) => first.toUpperCase());
  return (
    <>
      <StateBadge state={state} /> <WebText text={sentence} />
    </>
  );
}

/** The state of a crawl in a word, with a sign, so that it is not said by colour alone. */
function StateBadge({ state }: { readonly state: RunState }) {
  const [colour, sign, words] = looks[state.kind];
  return (
    <span class={`badge ${colour}`}>
      <i aria-hidden="true">{sign}</i> {words}
    </span>
  );
}
