import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../client/api-error.js';
import { live } from '../client/stream.js';
import { useResource } from '../client/use-resource.js';
import { Empty, Loading, Trouble } from '../parts/state-box.js';
import { AskView } from '../views/ask/ask-view.js';
import { HostsView } from '../views/hosts/hosts-view.js';
import { LiveView } from '../views/live/live-view.js';
import { MapView } from '../views/map/map-view.js';
import { PagesView } from '../views/pages/pages-view.js';
import { QueueView } from '../views/queue/queue-view.js';
import { SearchView } from '../views/search/search-view.js';
import { TopicView } from '../views/topic/topic-view.js';
import { CrawlHeader } from './crawl-header.js';
import { goTo, linkTo, route } from './route.js';
import { useShortcuts } from './shortcuts.js';

const views = {
  live: { title: 'Live', View: LiveView },
  pages: { title: 'Pages', View: PagesView },
  ask: { title: 'Ask me', View: AskView },
  queue: { title: 'Queue', View: QueueView },
  hosts: { title: 'Hosts', View: HostsView },
  topic: { title: 'Topic', View: TopicView },
  map: { title: 'Map', View: MapView },
  search: { title: 'Search', View: SearchView },
} as const;

type ViewName = keyof typeof views;
const names = Object.keys(views) as ViewName[];

/** A crawl: what it is about and how it stands, and the view that is open. */
export function CrawlFrame({ crawl }: { readonly crawl: string }) {
  const [, , asked = 'live'] = route.value.path;
  const name = names.includes(asked as ViewName) ? (asked as ViewName) : 'live';
  const state = live.value?.id === crawl ? live.value : undefined;
  const { error, reload } = useReasonForSilence(crawl, state === undefined);
  useShortcuts(
    'Views',
    names.map((view, index) => ({
      keys: [String(index + 1)],
      words: views[view].title,
      run: () => goTo(['crawls', crawl, view]),
    })),
  );
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a narrow screen the open view's name may be out of sight.
    const open = tabs.current?.querySelector<HTMLElement>('[aria-current]');
    if (open) tabs.current!.scrollLeft = open.offsetLeft - (tabs.current!.clientWidth - open.clientWidth) / 2;
  }, [name, state === undefined]);
  if (state === undefined) {
    if (error === undefined) return <Loading />;
    const isStarting = error instanceof ApiError && error.code === 'starting';
    return isStarting ? <Loading words="The crawl is being started…" /> : <Missing error={error} again={reload} />;
  }
  const { View, title } = views[name];
  return (
    <>
      <CrawlHeader state={state} isShort={name !== 'live'} />
      <nav ref={tabs} class="tabs" aria-label="Views of the crawl">
        {names.map((view) => (
          <a key={view} href={linkTo(['crawls', crawl, view])} aria-current={view === name ? 'page' : undefined}>
            {views[view].title}
          </a>
        ))}
      </nav>
      <section class="page" aria-label={title}>
        <View crawl={crawl} state={state} />
      </section>
    </>
  );
}

/** A stream that has nothing to tell does not say why. After some seconds the server is asked, again and again. */
function useReasonForSilence(crawl: string, isSilent: boolean) {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (!isSilent) return;
    const timer = setInterval(() => setTimes((before) => before + 1), 4_000);
    return () => clearInterval(timer);
  }, [isSilent]);
  return useResource('GET /api/crawls/:crawl', isSilent && times > 0 ? { crawl } : null, { version: times });
}

function Missing({ error, again }: { readonly error: Error; readonly again: () => void }) {
  return (
    <div class="page">
      <Trouble error={error} again={again} />
      <Empty title="The list of crawls has all that can be shown.">
        <a class="button" href={linkTo([])}>
          All crawls
        </a>
      </Empty>
    </div>
  );
}
