import { count } from '../../../../counted.js';
import { Bars } from '../../parts/bars.js';
import { linkTo } from '../../shell/route.js';

interface QueueLevelsProps {
  readonly crawl: string;
  readonly levels: readonly { readonly level: number; readonly queued: number }[];
}

export function QueueLevels({ crawl, levels }: QueueLevelsProps) {
  return (
    <section class="panel">
      <h3>Queue by level</h3>
      {levels.length === 0 ? (
        <p class="note">Nothing is queued.</p>
      ) : (
        <Bars
          rows={levels.map(({ level, queued }) => ({ name: levelName(level), value: queued, words: count(queued) }))}
          label="URLs queued by level"
        />
      )}
      <p class="note">
        <a href={linkTo(['crawls', crawl, 'queue'])}>What comes next</a>
      </p>
    </section>
  );
}

/** Pages to visit again come first, then what is expected on topic; deeper levels are tunnels through other pages. */
export function levelName(level: number): string {
  return level === 0 ? 'revisits' : level === 1 ? 'on topic' : `tunnel, level ${level}`;
}
