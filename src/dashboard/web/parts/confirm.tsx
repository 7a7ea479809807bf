import { signal } from '@preact/signals';
import { Dialog } from './dialog.js';

interface Question {
  readonly title: string;
  readonly words: string;
  /** What the button says that does it. */
  readonly action: string;
  readonly answer: (yes: boolean) => void;
}

const asked = signal<Question | null>(null);

/** Asks before something that cannot be taken back. */
export function confirm(title: string, words: string, action: string): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      asked.value = null;
      resolve(yes);
    };
    asked.value = { title, words, action, answer };
  });
}

export function Confirmation() {
  if (asked.value === null) return null;
  const { title, words, action, answer } = asked.value;
  return (
    <Dialog title={title} close={() => answer(false)}>
      <p>{words}</p>
      <footer class="buttons">
        <button type="button" class="primary" onClick={() => answer(true)}>
          {action}
        </button>
        <button type="button" onClick={() => answer(false)}>
          Cancel
        </button>
      </footer>
    </Dialog>
  );
}
