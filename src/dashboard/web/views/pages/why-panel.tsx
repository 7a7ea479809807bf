import { useEffect, useRef, useState } from 'preact/hooks';
import { bytes, percent, threeDigits } from '../../../../words/figures.js';
import type { PageDetail } from '../../../api/pages.js';
import { useResource } from '../../client/use-resource.js';
import { clockTime, dateOf } from '../../parts/figures.js';
import { ScoreParts } from '../../parts/score-parts.js';
import { Loading, Trouble } from '../../parts/state-box.js';
import { TabList } from '../../parts/tab-list.js';
import { WebLink, WebText, WebUrl } from '../../parts/web-text.js';
import { changeQuery, linkTo } from '../../shell/route.js';
import { ArchivedText } from './archived-text.js';

interface WhyPanelProps {
  readonly crawl: string;
  readonly visit: number;
  readonly close: () => void;
}

type Tab = 'why' | 'text' | 'versions';

/** All that the crawl knows of a page: why it is where it is, its text, its versions. */
export function WhyPanel({ crawl, visit, close }: WhyPanelProps) {
  const { data, error, reload } = useResource('GET /api/crawls/:crawl/pages/:visit', { crawl, visit });
  const [tab, setTab] = useState<Tab>('why');
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.scrollTo(0, 0), []);
  return (
    <aside ref={panel} class="why-panel" aria-label="Why this page">
      <button type="button" class="quiet close" aria-label="Close the panel" onClick={close}>
        ×
      </button>
      {error && <Trouble error={error} again={reload} />}
      {data === undefined ? (
        !error && <Loading />
      ) : (
        <>
          <h2>
            <WebText text={data.title || '(no title)'} />
          </h2>
          <p class="where">
            <WebLink url={data.url} text={data.url} className="url" />
          </p>
          <TabList
            label="About this page"
            chosen={tab}
            choose={setTab}
            tabs={[
              ['why', 'Why'],
              ['text', 'Text'],
              ['versions', `Versions (${data.versions.length})`],
            ]}
          >
            {tab === 'why' && <Reasons crawl={crawl} page={data} />}
            {tab === 'text' && <ArchivedText crawl={crawl} page={data} />}
            {tab === 'versions' && <Versions page={data} />}
          </TabList>
        </>
      )}
    </aside>
  );
}

function Reasons({ crawl, page }: { readonly crawl: string; readonly page: PageDetail }) {
  const { relevance, relevant, label, parts, partsAddUp, priority, priorityParts, depth, path, inLinks, reasonWords } =
    page;
  return (
    <>
      <p>
        Relevance <b>{threeDigits(relevance)}</b>: judged {relevant ? 'relevant' : 'not relevant'}.
        {label && ` Labelled ${label === 'other' ? 'not relevant' : label}.`} {reasonWords}
      </p>
      {parts.length === 0 ? (
        <p>It has no word of the topic.</p>
      ) : (
        <>
          <h3>{partsAddUp ? 'Its raw score adds up from' : 'The parts of its score'}</h3>
          <ScoreParts label="Parts of the score" parts={parts} addUp={partsAddUp} />
        </>
      )}
      <h3>How it was found</h3>
      {path.length === 0 ? (
        <p>{depth === 0 ? 'It is a seed.' : `${depth} links from a seed.`}</p>
      ) : (
        <ol class="way">
          {path.map((step) => (
            <li key={step.visit}>
              <a href={linkTo(['crawls', crawl, 'pages'], { which: 'all', visit: step.visit })}>
                <WebText text={step.title || step.url} />
              </a>
              {step.anchor && (
                <p class="note">
                  by its link “
                  <WebText text={step.anchor} />”
                </p>
              )}
            </li>
          ))}
          <li>
            <b>this page</b>
          </li>
        </ol>
      )}
      {priorityParts.length > 0 && (
        <>
          <h3>Its place in the queue: {priority.toFixed(3)}</h3>
          <ScoreParts label="Parts of the priority" parts={priorityParts} />
        </>
      )}
      {inLinks.length > 0 && (
        <details>
          <summary>Links to it ({inLinks.length})</summary>
          <ul class="in-links">
            {inLinks.map(({ from, anchor, score }) => (
              <li key={`${from} ${anchor}`}>
                <b>{score.toFixed(2)}</b> “<WebText text={anchor} />” on <WebUrl url={from} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <Facts crawl={crawl} page={page} />
    </>
  );
}

function Facts({ crawl, page }: { readonly crawl: string; readonly page: PageDetail }) {
  const facts: Readonly<Record<string, string | undefined>> = {
    Author: page.author,
    Published: page.published?.slice(0, 10),
    Fetched: clockTime(page.fetchedAt),
    Language: page.language,
    Status: `${page.status}, ${bytes(page.bytes)}`,
    'From a seed': `${page.depth} links, level ${page.level}`,
    Agent: String(page.agent),
  };
  return (
    <dl class="facts">
      <dt>Host</dt>
      <dd>
        <a href={linkTo(['crawls', crawl, 'hosts'], { host: page.host })}>
          <WebUrl url={page.host} />
        </a>
      </dd>
      {Object.entries(facts).map(
        ([name, value]) =>
          value !== undefined && (
            <>
              <dt>{name}</dt>
              <dd>
                <WebText text={value} />
              </dd>
            </>
          ),
      )}
    </dl>
  );
}

function Versions({ page: { versions, visit: shown } }: { readonly page: PageDetail }) {
  return (
    <ol class="versions">
      {versions.map(({ visit, fetchedAt, outcome, title, relevance, bytes: size }) => (
        <li key={visit}>
          <button type="button" class="title-button" disabled={visit === shown} onClick={() => changeQuery({ visit })}>
            <WebText text={title || '(no title)'} />
          </button>
          <p class="note">
            {dateOf(fetchedAt)} {clockTime(fetchedAt)} · {outcome} · relevance {percent(relevance)} · {bytes(size)}
            {visit === shown && ' · shown'}
          </p>
        </li>
      ))}
    </ol>
  );
}
