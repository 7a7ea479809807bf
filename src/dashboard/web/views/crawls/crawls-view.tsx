import { count } from '../../../../counted.js';
import { percent } from '../../../../words/figures.js';
import type { CrawlCard } from '../../../api/crawls.js';
import { Sparkline } from '../../charts/sparkline.js';
import { session } from '../../client/session.js';
import { crawls } from '../../client/stream.js';
import { useResource } from '../../client/use-resource.js';
import { ago } from '../../parts/figures.js';
import { Empty, Loading, Trouble } from '../../parts/state-box.js';
import { StateLine } from '../../parts/state-line.js';
import { WebText } from '../../parts/web-text.js';
import { linkTo } from '../../shell/route.js';

/** All crawls, those at work first. */
export function CrawlsView() {
  document.title = 'Crawls – Osprey';
  const { data, error, reload } = useResource('GET /api/crawls', {});
  const cards = crawls.value ?? data?.items;
  const open = session.value instanceof Error ? undefined : session.value;
  return (
    <div class="page">
      <div class="title-row">
        <h1>Crawls</h1>
        {open?.canStart && (
          <a class="button primary" href={linkTo(['new'])}>
            Start a crawl
          </a>
        )}
      </div>
      {open && (
        <p class="note">
          <WebText text={open.folder} />
        </p>
      )}
      {cards === undefined ? (
        error === undefined ? (
          <Loading />
        ) : (
          <Trouble error={error} again={reload} />
        )
      ) : cards.length === 0 ? (
        <NoCrawls canStart={open?.canStart ?? false} />
      ) : (
        <ul class="cards">
          {cards.map((card) => (
            <Card key={card.id} card={card} />
          ))}
        </ul>
      )}
    </div>
  );
}

function NoCrawls({ canStart }: { readonly canStart: boolean }) {
  return (
    <Empty title="No crawls yet.">
      {canStart && <p>Say what you are looking for, and where to start; Osprey brings back the pages about it.</p>}
      <p>
        <code>osprey demo</code> makes two of a web that comes with it, without a network.
      </p>
    </Empty>
  );
}

function Card({ card }: { readonly card: CrawlCard }) {
  const { id, name, topic, state, pages, relevant, sparkline, startedAt, problem } = card;
  if (problem !== undefined)
    return (
      <li class="card">
        <h2>
          <WebText text={name} />
        </h2>
        <p class="bad">
          <WebText text={problem} />
        </p>
      </li>
    );
  const last = sparkline.at(-1);
  return (
    <li class="card">
      <h2>
        <a href={linkTo(['crawls', id])}>
          <WebText text={topic || name} />
        </a>
      </h2>
      <p class="state">
        <StateLine state={state} />
      </p>
      <p class="card-figures">
        <b>{count(relevant)}</b> relevant of <b>{count(pages)}</b> pages
        {pages > 0 && <> · {percent(relevant / pages)}</>}
      </p>
      {sparkline.length > 1 && (
        <Sparkline values={sparkline} label={`Harvest over the crawl; at its end ${percent(last ?? 0)}`} />
      )}
      <p class="note">
        <WebText text={name} />
        {startedAt !== undefined && <> · started {ago(startedAt)}</>}
      </p>
    </li>
  );
}
