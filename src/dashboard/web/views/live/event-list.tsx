import type { CrawlEvent } from '../../../api/live.js';
import { markColours } from '../../charts/draw-chart.js';
import { clockTime } from '../../parts/figures.js';
import { WebText } from '../../parts/web-text.js';
import { markKinds } from './mark-kinds.js';

/** What happened to the crawl, newest first: the flags of the charts in words. */
export function EventList({ events }: { readonly events: readonly CrawlEvent[] }) {
  return (
    <section>
      <h2>Events</h2>
      {events.length === 0 ? (
        <p class="note">
          Nothing yet. Labels, commands, faults and restarts are listed here and flagged in the charts.
        </p>
      ) : (
        <ol class="events">
          {events.map(({ id, at, kind, by, words, outcome }) => (
            <li key={id}>
              <time dateTime={new Date(at).toISOString()}>{clockTime(at)}</time>
              <i class={`flag ${markColours[markKinds[kind]]}`} aria-hidden="true" />
              <span class="kind">{kind}</span>
              <span class="said">
                <WebText text={words} />
                {outcome && outcome !== 'applied' && <em> ({outcome})</em>}
              </span>
              {by && (
                <span class="soft">
                  <WebText text={by} />
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
