import { signal } from '@preact/signals';

interface Toast {
  readonly id: number;
  readonly kind: 'done' | 'failed';
  readonly words: string;
  /** Takes back what was done. */
  readonly undo?: () => void;
}

const shown = signal<readonly Toast[]>([]);
const shownMs = 8_000;
let last = 0;

/** Says for some seconds what came of something. Failures stay until they are closed. */
export function say(kind: Toast['kind'], words: string, undo?: () => void): void {
  const id = ++last;
  shown.value = [...shown.value.slice(-3), { id, kind, words, ...(undo && { undo }) }];
  if (kind === 'done') setTimeout(() => close(id), shownMs);
}

function close(id: number): void {
  shown.value = shown.value.filter((toast) => toast.id !== id);
}

/** Takes back the last thing that can be taken back. */
export function undoLast(): void {
  const toast = shown.value.findLast(({ undo }) => undo !== undefined);
  if (toast === undefined) return;
  close(toast.id);
  toast.undo?.();
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.value.map(({ id, kind, words, undo }) => (
        <div key={id} class={`toast ${kind}`}>
          <p>{words}</p>
          {undo && (
            <button type="button" class="quiet" onClick={() => [close(id), undo()]}>
              Undo <kbd>u</kbd>
            </button>
          )}
          <button type="button" class="quiet" aria-label="Close this message" onClick={() => close(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
