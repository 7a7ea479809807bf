import { useState } from 'preact/hooks';
import { count } from '../../../../counted.js';
import { bytes } from '../../../../words/figures.js';
import type { LiveState } from '../../../api/live.js';
import { Dialog } from '../../parts/dialog.js';
import { Field } from '../../parts/field.js';
import { duration } from '../../parts/figures.js';
import { command } from '../../shell/command.js';

interface BudgetsProps {
  readonly crawl: string;
  readonly state: LiveState;
}

/** What bounds the crawl, how much of it is used, and a form to change it. */
export function Budgets({ crawl, state }: BudgetsProps) {
  const [isOpen, setOpen] = useState(false);
  const { budgets, pages, relevant, bytes: used } = state;
  const { maxPages, maxRelevant, maxTime, maxBytesOnDisk, stopWhenYieldBelow } = budgets;
  return (
    <section class="panel">
      <h3>Budgets</h3>
      <dl class="bars">
        {maxPages !== undefined && (
          <Used name="pages" used={pages} most={maxPages} words={`${count(pages)} of ${count(maxPages)}`} />
        )}
        {maxRelevant !== undefined && (
          <Used
            name="relevant pages"
            used={relevant}
            most={maxRelevant}
            words={`${count(relevant)} of ${count(maxRelevant)}`}
          />
        )}
        {maxBytesOnDisk !== undefined && (
          <Used
            name="on disk"
            used={used}
            most={maxBytesOnDisk}
            words={`${bytes(used)} fetched; limit ${bytes(maxBytesOnDisk)}`}
          />
        )}
        {maxTime !== undefined && (
          <div>
            <dt>time</dt>
            <dd>at most {duration(maxTime)}</dd>
          </div>
        )}
        <div>
          <dt>yield</dt>
          <dd>
            {stopWhenYieldBelow === 0 ? 'goes on however low' : `stops below ${stopWhenYieldBelow} relevant a page`}
          </dd>
        </div>
      </dl>
      <button type="button" class="small" onClick={() => setOpen(true)}>
        Change…
      </button>
      {isOpen && <BudgetForm crawl={crawl} budgets={budgets} close={() => setOpen(false)} />}
    </section>
  );
}

interface UsedProps {
  readonly name: string;
  readonly used: number;
  readonly most: number;
  readonly words: string;
}

function Used({ name, used, most, words }: UsedProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <meter min={0} max={most} value={Math.min(used, most)} aria-hidden="true" /> {words}
      </dd>
    </div>
  );
}

interface BudgetFormProps {
  readonly crawl: string;
  readonly budgets: LiveState['budgets'];
  readonly close: () => void;
}

function BudgetForm({ crawl, budgets, close }: BudgetFormProps) {
  const { maxPages, maxRelevant, maxTime, stopWhenYieldBelow } = budgets;
  const before = {
    maxPages: String(maxPages ?? ''),
    maxRelevant: String(maxRelevant ?? ''),
    maxTime: maxTime === undefined ? '' : `${Math.round(maxTime / 1000)}s`,
    stopWhenYieldBelow: String(stopWhenYieldBelow),
  };
  const [values, setValues] = useState(before);
  const set = (name: keyof typeof before) => (value: string) => setValues((now) => ({ ...now, [name]: value.trim() }));
  const names = Object.keys(before) as (keyof typeof before)[];
  const changed = names.filter((name) => values[name] !== before[name]);
  const apply = async (event: Event) => {
    event.preventDefault();
    const value = (name: keyof typeof before) =>
      values[name] === '' ? 'none' : name === 'maxTime' ? values[name] : Number(values[name]);
    const options = Object.fromEntries(changed.map((name) => [name, value(name)]));
    if ((await command(crawl, { kind: 'set', options })) !== undefined) close();
  };
  return (
    <Dialog title="Budgets" close={close}>
      <form class="form" onSubmit={apply}>
        <p class="note">An empty field is no limit. A crawl that has stopped goes by them when it is continued.</p>
        <Field label="Pages at most" type="number" min={1} value={values.maxPages} set={set('maxPages')} />
        <Field
          label="Relevant pages wanted"
          type="number"
          min={1}
          value={values.maxRelevant}
          set={set('maxRelevant')}
        />
        <Field label="Time at most" value={values.maxTime} set={set('maxTime')} placeholder="90s, 10m, 2h" />
        <Field
          label="Stop when the yield stays below"
          type="number"
          step="any"
          min={0}
          value={values.stopWhenYieldBelow}
          set={set('stopWhenYieldBelow')}
          hint="Relevant pages a page, by the forecast; 0 goes on."
        />
        <footer class="buttons">
          <button type="submit" class="primary" disabled={changed.length === 0}>
            Apply
          </button>
          <button type="button" onClick={close}>
            Cancel
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
