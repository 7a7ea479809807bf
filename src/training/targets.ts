import { nearest } from '../config/nearest.js';
import { UsageError } from '../failure.js';

/** The label of wanted pages where people do not say otherwise. */
export const relevantLabel = 'relevant';
/** The label of pages that are known not to be wanted. */
export const otherLabel = 'other';

const mostShown = 20;

/** Of pages that were looked at and have none. */
const noLabel = 'none';

/** Which labels are wanted, and what becomes of labels under them. */
export class Targets {
  private constructor(readonly labels: ReadonlySet<string>) {}

  /**
   * `given` as on the command line: labels separated by commas. A dot makes a hierarchy: the target `Science` also wants
   * pages labelled `Science.Biology`. Without targets it is the label `relevant` that is wanted. Throws when none of the labels
   * that there are (`known`) is wanted by a target.
   */
  static from(given: string | undefined, known: ReadonlySet<string>): Targets {
    const names = given === undefined ? [relevantLabel] : given.split(',').map((name) => name.trim());
    const targets = new Targets(new Set(names.filter((name) => name !== '')));
    const found = new Set([...known].map((label) => targets.#over(label)));
    for (const name of targets.labels) if (!found.has(name)) throw unknownTarget(name, given, known);
    if (targets.labels.size === 0) throw unknownTarget('', given, known);
    return targets;
  }

  /** The one label that a page is learnt under: the target that wants it, or else its first label, or that of pages without one. */
  labelOf(labels: readonly string[]): string {
    for (const label of labels) {
      const target = this.#over(label);
      if (target !== undefined) return target;
    }
    return labels[0] ?? noLabel;
  }

  /** The nearest target over a label. */
  #over(label: string): string | undefined {
    for (let name = label; ; name = name.slice(0, name.lastIndexOf('.'))) {
      if (this.labels.has(name)) return name;
      if (!name.includes('.')) return undefined;
    }
  }
}

function unknownTarget(name: string, given: string | undefined, known: ReadonlySet<string>): UsageError {
  const names = [...known].sort();
  const shown = names.slice(0, mostShown).join(', ') + (names.length > mostShown ? ' and more' : '');
  if (given === undefined || name === '')
    return new UsageError('no-target', `Choose the relevant labels with --target; the labels are ${shown}.`);
  const guess = nearest(name, names);
  const hint = guess === undefined ? '' : ` Did you mean ${guess}?`;
  return new UsageError('unknown-target', `No page is labelled ${name} (--target).${hint} The labels are ${shown}.`);
}
