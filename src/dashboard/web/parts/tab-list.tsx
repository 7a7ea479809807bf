import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface TabListProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly (readonly [name: Name, words: string])[];
  readonly chosen: Name;
  readonly choose: (name: Name) => void;
  /** What the chosen tab shows. */
  readonly children: ComponentChildren;
}

/** A few panels in one place, changed with the arrow keys. */
export function TabList<Name extends string>({ label, tabs, chosen, choose, children }: TabListProps<Name>) {
  const id = useId();
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const place = tabs.findIndex(([name]) => name === chosen);
    const [next] = tabs[(place + by + tabs.length) % tabs.length]!;
    choose(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <>
      <div class="tab-list" role="tablist" aria-label={label}>
        {tabs.map(([name, words]) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => choose(name)}
            onKeyDown={step}
          >
            {words}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
