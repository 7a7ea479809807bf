import type { ScorePart } from '../../api/text.js';
import { WebText } from './web-text.js';

interface ScorePartsProps {
  readonly label: string;
  readonly parts: readonly ScorePart[];
  /** Parts that add up have signs. */
  readonly addUp?: boolean;
}

/** The parts of a score with what they mean, the largest first. */
export function ScoreParts({ label, parts, addUp = false }: ScorePartsProps) {
  const largest = Math.max(...parts.map(({ value }) => Math.abs(value)), 1e-9);
  return (
    <ul class="score-parts" aria-label={label}>
      {parts.map(({ name, value, meaning }) => (
        <li key={name}>
          <b>{signed(value, addUp)}</b>
          <meter class={value < 0 ? 'below' : ''} min={0} max={largest} value={Math.abs(value)} aria-hidden="true" />
          <span>
            <WebText text={name} />
            {meaning && <small> {meaning}</small>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What rounds to nothing has no sign. */
function signed(value: number, addUp: boolean): string {
  const shown = Math.abs(value).toFixed(Math.abs(value) < 10 ? 2 : 0);
  if (Number(shown) === 0) return shown;
  return `${value < 0 ? '−' : addUp ? '+' : ''}${shown}`;
}
