import { useEffect } from 'preact/hooks';
import { session } from '../client/session.js';
import { listen } from '../client/stream.js';
import { Confirmation } from '../parts/confirm.js';
import { Loading } from '../parts/state-box.js';
import { CrawlsView } from '../views/crawls/crawls-view.js';
import { StartView } from '../views/crawls/start-view.js';
import { LabView } from '../views/lab/lab-view.js';
import { CrawlFrame } from './crawl-frame.js';
import { KeyList, useGlobalKeys } from './key-list.js';
import { route } from './route.js';
import { SignIn } from './sign-in.js';
import { Toasts } from './toasts.js';
import { TopBar } from './top-bar.js';

/** The whole page. */
export function App() {
  const isOpen = session.value !== undefined && !(session.value instanceof Error);
  const [section = 'crawls', crawl] = route.value.path;
  const shown = section === 'crawls' ? crawl : undefined;
  useGlobalKeys();
  useEffect(() => (isOpen ? listen(shown) : undefined), [isOpen, shown]);
  useEffect(() => {
    // Whoever follows a link begins at the top, with eyes and ears.
    scrollTo(0, 0);
  }, [route.value.path.join('/')]);
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <TopBar />
      <main id="main" tabIndex={-1}>
        {session.value === undefined ? (
          <Loading />
        ) : session.value instanceof Error ? (
          <SignIn error={session.value} />
        ) : section === 'new' ? (
          <StartView />
        ) : section === 'lab' ? (
          <LabView />
        ) : crawl === undefined ? (
          <CrawlsView />
        ) : (
          <CrawlFrame key={crawl} crawl={crawl} />
        )}
      </main>
      <Toasts />
      <Confirmation />
      <KeyList />
    </>
  );
}
