import { signal } from '@preact/signals';
import { Fragment } from 'preact';
import { Dialog } from '../parts/dialog.js';
import { goTo } from './route.js';
import { allShortcuts, useShortcuts } from './shortcuts.js';
import { undoLast } from './toasts.js';

export const keyListShown = signal(false);

function show(isShown: boolean): void {
  keyListShown.value = isShown;
}

const names: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Enter: '⏎', Escape: 'Esc' };

export function useGlobalKeys(): void {
  useShortcuts('Everywhere', [
    { keys: ['?'], words: 'Show these keys', run: () => show(true) },
    { keys: ['g'], words: 'Go to the list of crawls', run: () => goTo([]) },
    { keys: ['c'], words: 'Start a crawl', run: () => goTo(['new']) },
    { keys: ['u'], words: 'Take back the last thing done', run: undoLast },
  ]);
}

/** The list of keys behind `?`. */
export function KeyList() {
  if (!keyListShown.value) return null;
  return (
    <Dialog title="Keyboard" close={() => show(false)}>
      {allShortcuts().map(({ title, shortcuts }) => (
        <Fragment key={title}>
          <h3>{title}</h3>
          <dl class="key-list">
            {shortcuts.map(({ keys, words }) => (
              <div key={words}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{names[key] ?? key}</kbd>
                  ))}
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </Fragment>
      ))}
      <p class="note">
        Tab and Shift+Tab move through everything else. In charts, ← and → move the cursor of all charts.
      </p>
    </Dialog>
  );
}
