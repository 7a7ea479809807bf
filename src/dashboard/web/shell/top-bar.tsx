import { session } from '../client/session.js';
import { connection } from '../client/stream.js';
import { keyListShown } from './key-list.js';
import { linkTo, route } from './route.js';
import { theme, themes } from './theme.js';

const connections = {
  connecting: 'Connecting…',
  live: 'Live',
  lost: 'No connection to the server; trying again',
} as const;

export function TopBar() {
  const [section = 'crawls'] = route.value.path;
  const isIn = session.value !== undefined && !(session.value instanceof Error);
  const next = themes[(themes.indexOf(theme.value) + 1) % themes.length]!;
  return (
    <header class="top-bar">
      <a class="brand" href={linkTo([])}>
        <img src="/assets/icon.svg" alt="" width="24" height="24" />
        Osprey
      </a>
      {isIn && (
        <nav aria-label="Sections">
          <a href={linkTo([])} aria-current={section === 'crawls' || section === 'new' ? 'page' : undefined}>
            Crawls
          </a>
          <a href={linkTo(['lab'])} aria-current={section === 'lab' ? 'page' : undefined}>
            Lab
          </a>
        </nav>
      )}
      <span class="space" />
      {isIn && (
        <span class={`connection ${connection.value}`} role="status">
          <i aria-hidden="true" />
          <span class={connection.value === 'live' ? 'wide-only' : ''}>{connections[connection.value]}</span>
        </span>
      )}
      <button
        type="button"
        class="quiet"
        aria-label={`Colours: ${theme.value}. Change to ${next}.`}
        title={`Colours: ${theme.value}`}
        onClick={() => {
          theme.value = next;
        }}
      >
        {{ system: '◐', light: '☼', dark: '☾' }[theme.value]}
      </button>
      <button
        type="button"
        class="quiet"
        aria-label="Keyboard shortcuts"
        aria-keyshortcuts="?"
        onClick={() => {
          keyListShown.value = true;
        }}
      >
        <kbd>?</kbd>
      </button>
    </header>
  );
}
