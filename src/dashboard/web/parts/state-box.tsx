import type { ComponentChildren } from 'preact';
import { ApiError } from '../client/api-error.js';

/** What to show where there is nothing yet, with what to do next. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="state-box">
      <p class="first">{title}</p>
      {children}
    </div>
  );
}

export function Loading({ words = 'Loading…' }: { readonly words?: string }) {
  return (
    <p class="loading" role="status">
      {words}
    </p>
  );
}

/** What failed, why, and how to try again. */
export function Trouble({ error, again }: { readonly error: Error; readonly again?: () => void }) {
  return (
    <div class="state-box trouble" role="alert">
      <p class="first">{error.message}</p>
      {error instanceof ApiError && error.advice && <p>{error.advice}</p>}
      {again && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}
