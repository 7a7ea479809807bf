import { count } from '../../../../counted.js';
import { twoDigits } from '../../../../words/figures.js';
import type { Move, RankingChange } from '../../../api/pages.js';
import { WebText, WebUrl } from '../../parts/web-text.js';

/** How a ranking would change or has changed. */
export function RankingMoves({ change }: { readonly change: RankingChange }) {
  const { pages, ofPages, relevantBefore, relevantAfter, keptOfTop, top, rises, falls } = change;
  return (
    <>
      <p>
        Judged again: {pages < ofPages ? `${count(pages)} of ${count(ofPages)}` : count(pages)} pages. Relevant:{' '}
        {count(relevantBefore)} before, <b>{count(relevantAfter)}</b> after. Of the best {top}, {keptOfTop} stay among
        them.
      </p>
      <div class="columns wide">
        <Moves title="Rise most" moves={rises} />
        <Moves title="Fall most" moves={falls} />
      </div>
    </>
  );
}

function Moves({ title, moves }: { readonly title: string; readonly moves: readonly Move[] }) {
  return (
    <section class="panel">
      <h3>{title}</h3>
      {moves.length === 0 && <p class="note">None.</p>}
      <ol class="moves">
        {moves.map(({ visit, title: name, url, before, after }) => (
          <li key={visit}>
            <span class="figures-pair">
              {twoDigits(before)} → <b>{twoDigits(after)}</b>
            </span>
            <span>
              {name ? <WebText text={name} /> : <WebUrl url={url} />}
              <small>
                <WebUrl url={url} />
              </small>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
