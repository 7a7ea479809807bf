import { twoDigits } from '../../../words/figures.js';

interface RelevanceProps {
  /** 0 to 1; null where a page was not judged. */
  readonly value: number | null;
  readonly relevant: boolean;
}

/** A relevance as a number with a bar; what is relevant is also bold, so that it is not said by colour alone. */
export function Relevance({ value, relevant }: RelevanceProps) {
  if (value === null) return <span class="relevance soft">–</span>;
  return (
    <span class={relevant ? 'relevance relevant' : 'relevance'}>
      <span class="unseen">Relevance </span>
      {twoDigits(value)}
      <span class="unseen">{relevant ? ', relevant' : ', not relevant'}</span>
      <meter min={0} max={1} value={value} aria-hidden="true" />
    </span>
  );
}
