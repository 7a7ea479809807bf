interface TicksProps {
  readonly label: string;
  readonly chosen: readonly string[];
  readonly set: (chosen: readonly string[]) => void;
  readonly choices: readonly { readonly name: string; readonly about?: string; readonly disabled?: boolean }[];
}

/** Any number of a few values. */
export function Ticks({ label, chosen, set, choices }: TicksProps) {
  return (
    <fieldset class="ticks">
      <legend>{label}</legend>
      {choices.map(({ name, about, disabled = false }) => (
        <label key={name} title={about}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            disabled={disabled}
            onChange={(event) =>
              set(event.currentTarget.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
            }
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
