import type { LabelFile, PersonLabel } from '../../labels/label-file.js';
import type { AuditPage } from './audit-pages.js';

/** A walk through a sample, page by page. What is judged is kept at once. */
export class Judging {
  #place: number;

  constructor(
    private readonly sample: readonly AuditPage[],
    private readonly labels: LabelFile,
    private readonly randomSeed: number,
  ) {
    this.#place = this.#nextFrom(0);
  }

  /** Undefined when all are judged. */
  get current(): AuditPage | undefined {
    return this.sample[this.#place];
  }

  /** Of the current page, from 1 on. */
  get place(): number {
    return this.#place + 1;
  }

  /** What was said of the current page, when it is looked at again. */
  get said(): PersonLabel | undefined {
    return this.current && this.labels.judgements.get(this.current.row.url)?.label;
  }

  /** Goes on with the next page that nobody has judged. */
  judge(label: PersonLabel, at: Date): void {
    this.labels.set(this.current!.row.url, { label, at: at.toISOString() }, this.randomSeed);
    this.#place = this.#nextFrom(this.#place + 1);
  }

  /** To the page before; false on the first one. */
  back(): boolean {
    if (this.#place === 0) return false;
    this.#place--;
    return true;
  }

  #nextFrom(start: number): number {
    let place = start;
    while (place < this.sample.length && this.labels.judgements.has(this.sample[place]!.row.url)) place++;
    return place;
  }
}
