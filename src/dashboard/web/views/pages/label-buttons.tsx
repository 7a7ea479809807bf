import type { Label } from '../../../api/pages.js';

const labels: readonly (readonly [label: Label, sign: string, words: string, key: string])[] = [
  ['relevant', '✓', 'Relevant', 'y'],
  ['other', '✕', 'Not relevant', 'n'],
  ['unsure', '?', 'Skip: not sure', 's'],
];

interface LabelButtonsProps {
  readonly label: Label | undefined;
  readonly set: (label: Label) => void;
}

/** Says of a page whether it is relevant. */
export function LabelButtons({ label, set }: LabelButtonsProps) {
  return (
    <fieldset class="label-buttons">
      <legend class="unseen">Is it relevant?</legend>
      {labels.map(([value, sign, words, key]) => (
        <button
          key={value}
          type="button"
          class={value}
          aria-pressed={label === value}
          aria-label={words}
          title={`${words} (${key})`}
          onClick={() => set(value)}
        >
          {sign}
        </button>
      ))}
    </fieldset>
  );
}
