import { count } from '../../../counted.js';
import { percent } from '../../../words/figures.js';
import type { LiveState } from '../../api/live.js';
import { confirm } from '../parts/confirm.js';
import { Figure } from '../parts/figure.js';
import { rate } from '../parts/figures.js';
import { StateLine } from '../parts/state-line.js';
import { WebText } from '../parts/web-text.js';
import { command } from './command.js';
import { ReportButton } from './report-button.js';
import { useShortcuts } from './shortcuts.js';

/** The crawl's topic, its state as a sentence, its main figures, and the buttons that steer it. A short one has no figures on a phone. */
export function CrawlHeader({ state, isShort }: { readonly state: LiveState; readonly isShort: boolean }) {
  const { topic, name, pages, relevant, harvest, recentHarvest, pagesPerSecond, queue, hosts } = state;
  document.title = `${topic} – Osprey`;
  const isAtWork = ['starting', 'running', 'waiting'].includes(state.state.kind);
  return (
    <header class={isShort ? 'crawl-header short' : 'crawl-header'}>
      <div class="title-row">
        <h1>
          <WebText text={topic} />
        </h1>
        <Steering state={state} />
      </div>
      <p class="state" role="status">
        <StateLine state={state.state} />{' '}
        <span class="soft wide-only">
          <WebText text={name} />
        </span>
      </p>
      <ul class="figures">
        <Figure value={count(relevant)} words="relevant pages" />
        <Figure value={count(pages)} words="pages fetched" />
        <Figure value={percent(harvest)} words="harvest" more={isAtWork ? `last 100: ${percent(recentHarvest)}` : ''} />
        <Figure value={isAtWork ? rate(pagesPerSecond) : '–'} words="pages a second" />
        <Figure value={count(queue.queued)} words="URLs queued" />
        <Figure value={count(hosts.visited)} words="hosts visited" />
      </ul>
    </header>
  );
}

function Steering({ state: { id, state } }: { readonly state: LiveState }) {
  const isAtWork = ['starting', 'running', 'waiting'].includes(state.kind);
  const isPaused = state.kind === 'paused';
  const isOver = state.kind === 'stopped' || state.kind === 'crashed';
  const pause = () => command(id, { kind: 'pause' }, { kind: 'resume' });
  const resume = () => command(id, { kind: isPaused ? 'resume' : 'run' });
  const stop = async () => {
    const words = 'Requests in flight are finished and kept. It can be continued later.';
    if (await confirm('Stop this crawl?', words, 'Stop')) await command(id, { kind: 'stop' });
  };
  useShortcuts('This crawl', [
    ...(isAtWork ? [{ keys: ['p'], words: 'Pause', run: pause }] : []),
    ...(isPaused || isOver ? [{ keys: ['p'], words: isPaused ? 'Resume' : 'Continue', run: resume }] : []),
  ]);
  return (
    <div class="buttons">
      <ReportButton crawl={id} />
      {isAtWork && (
        <button type="button" aria-keyshortcuts="p" onClick={pause}>
          Pause
        </button>
      )}
      {(isPaused || isOver) && (
        <button type="button" class={isPaused ? 'primary' : ''} aria-keyshortcuts="p" onClick={resume}>
          {isPaused ? 'Resume' : 'Continue'}
        </button>
      )}
      {(isAtWork || isPaused) && (
        <button type="button" onClick={stop}>
          Stop…
        </button>
      )}
    </div>
  );
}
