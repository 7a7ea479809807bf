import type { StartForm } from '../../../api/crawls.js';
import { Choice } from '../../parts/choice.js';
import { Field } from '../../parts/field.js';
import { Ticks } from '../../parts/ticks.js';
import type { FormValues } from './start-request.js';

interface MoreSettingsProps {
  readonly form: StartForm;
  readonly values: FormValues;
  readonly set: <Name extends keyof FormValues>(name: Name) => (value: FormValues[Name]) => void;
}

/** What most crawls leave as it is. */
export function MoreSettings({ form, values, set }: MoreSettingsProps) {
  return (
    <details>
      <summary>More settings</summary>
      <div class="columns">
        <Choice
          label="Strategy"
          value={values.strategy}
          set={set('strategy')}
          choices={form.strategies.map(({ name }) => [name, name])}
        />
        <Choice
          label="Prefer"
          value={values.prefer}
          set={set('prefer')}
          choices={[
            ['speed', 'speed'],
            ['balanced', 'balanced'],
            ['quality', 'quality'],
          ]}
        />
        <Choice
          label="Language"
          value={values.language}
          set={set('language')}
          choices={[['', 'any'], ...form.languages.map(({ code, name }) => [code, name] as const)]}
        />
        <Field label="Relevant from" type="number" step="any" min={0} value={values.threshold} set={set('threshold')} />
        <Field label="Links from a seed at most" type="number" min={0} value={values.maxDepth} set={set('maxDepth')} />
        <Field
          label="Pages of a host at most"
          type="number"
          min={1}
          value={values.maxPerHost}
          set={set('maxPerHost')}
        />
        <Field label="Time between requests to a host" value={values.delay} set={set('delay')} placeholder="1s" />
        <Field
          label="Contact"
          value={values.contact}
          set={set('contact')}
          hint="An address for owners of sites, sent with every request."
        />
      </div>
      <Field
        label="Only these domains"
        value={values.domains}
        set={set('domains')}
        hint="With commas between them; none: the whole web."
      />
      <Field label="Blocked hosts" value={values.blockHosts} set={set('blockHosts')} />
      <Ticks label="Genre" chosen={values.genre} set={set('genre')} choices={form.genres} />
      <Field label="Name of the folder" value={values.name} set={set('name')} hint="Made of the query where empty." />
    </details>
  );
}
