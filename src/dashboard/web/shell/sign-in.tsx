import { useState } from 'preact/hooks';
import { ApiError } from '../client/api-error.js';
import { openSession } from '../client/session.js';
import { Trouble } from '../parts/state-box.js';

/** Shown where the server does not know who is there. */
export function SignIn({ error }: { readonly error: Error }) {
  const [token, setToken] = useState('');
  if (!(error instanceof ApiError) || error.status !== 401)
    return <Trouble error={error} again={() => void openSession()} />;
  return (
    <div class="page narrow">
      <h1>Who is there?</h1>
      <p>
        This dashboard opens with the address that <code>osprey serve</code> printed. If you have only its token, enter
        it here.
      </p>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void openSession(token.trim());
        }}
      >
        <label>
          Token
          <input
            type="password"
            autocomplete="off"
            required
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary">
          Open the dashboard
        </button>
      </form>
    </div>
  );
}
