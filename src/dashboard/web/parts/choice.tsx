import { useId } from 'preact/hooks';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly set: (value: Value) => void;
  /** Values with the words for them. */
  readonly choices: readonly (readonly [value: Value, words: string])[];
}

/** One of a few values. */
export function Choice<Value extends string>({ label, value, set, choices }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => set(event.currentTarget.value as Value)}>
        {choices.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
