import { useEffect, useRef } from 'preact/hooks';

/** What a key does here: for the keyboard and for the list behind `?`. */
export interface Shortcut {
  /** As in `KeyboardEvent.key`; several keys for the same thing. */
  readonly keys: readonly string[];
  readonly words: string;
  readonly run: () => void;
}

const groups = new Map<symbol, { readonly title: string; readonly shortcuts: readonly Shortcut[] }>();

/** Keys of a view, as long as it is shown. The latest group that knows a key has it. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const id = useRef(Symbol(title)).current;
  useEffect(() => void groups.set(id, { title, shortcuts }));
  useEffect(() => () => void groups.delete(id), []);
}

export function allShortcuts(): readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] {
  return [...groups.values()];
}

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isWriting(event.target)) return;
  if (document.querySelector('dialog[open]') !== null) return;
  for (const { shortcuts } of [...groups.values()].reverse()) {
    const found = shortcuts.find(({ keys }) => keys.includes(event.key));
    if (found === undefined) continue;
    event.preventDefault();
    found.run();
    return;
  }
});

/** Letters belong to whoever writes; single-key shortcuts would be in the way. */
function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName))
  );
}
