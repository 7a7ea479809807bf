import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
  /** What is meant, in a short sentence. */
  readonly hint?: string;
  readonly rows?: number;
  readonly type?: 'text' | 'number' | 'search';
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly step?: number | 'any';
  readonly min?: number;
}

/** A field of a form with its name and what is meant; several lines where `rows` is set. */
export function Field({ label, value, set, hint, rows, type = 'text', ...more }: FieldProps) {
  const id = useId();
  const shared = {
    id,
    value,
    'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
    autocomplete: 'off' as const,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) => set(event.currentTarget.value),
    ...more,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {rows === undefined ? <input type={type as 'number'} {...shared} /> : <textarea rows={rows} {...shared} />}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** What stands on lines or between commas, as a list. */
export function linesOf(text: string): readonly string[] {
  return text
    .split(/\n/)
    .map((line) => line.trim())
    .filter(Boolean);
}

export function wordsOf(text: string): readonly string[] {
  return text
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter(Boolean);
}
