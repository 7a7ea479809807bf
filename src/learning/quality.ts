/** What a model said of a page whose truth is known. */
export interface Scored {
  /** How much the page is wanted, 0..1, as the model sees it. */
  readonly score: number;
  readonly wanted: boolean;
}

/** How well scores tell wanted pages from others when those of at least `threshold` count as wanted. */
export interface Quality {
  readonly threshold: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly accuracy: number;
}

/** Shares of nothing are 0: a model that wants no page has neither precision nor recall. */
export function qualityAt(scored: readonly Scored[], threshold: number): Quality {
  let [hits, said, wanted] = [0, 0, 0];
  for (const page of scored) {
    if (page.wanted) wanted++;
    if (page.score < threshold) continue;
    said++;
    if (page.wanted) hits++;
  }
  return qualityOf(threshold, hits, said, wanted, scored.length);
}

/**
 * The threshold with the highest F1, half-way to the next lower score so that it does not hang on a single page; of
 * equally good ones the highest. Undefined where no page is wanted.
 */
export function bestThreshold(scored: readonly Scored[]): Quality | undefined {
  const falling = scored.toSorted((a, b) => b.score - a.score);
  const wanted = falling.filter((page) => page.wanted).length;
  let best: Quality | undefined;
  let hits = 0;
  for (const [index, { score, wanted: hit }] of falling.entries()) {
    if (hit) hits++;
    const next = falling[index + 1]?.score ?? score;
    if (next === score && index + 1 < falling.length) continue;
    const middle = (score + next) / 2;
    // Between neighbouring numbers there is no middle.
    const quality = qualityOf(middle > next ? middle : score, hits, index + 1, wanted, falling.length);
    if (quality.f1 > (best?.f1 ?? 0)) best = quality;
  }
  return best;
}

/**
 * Area under the ROC curve: the chance that a wanted page scores higher than another one, ties counting half
 * (Mann–Whitney). Undefined unless there are pages of both kinds.
 */
export function rocAuc(scored: readonly Scored[]): number | undefined {
  const rising = scored.toSorted((a, b) => a.score - b.score);
  const wanted = rising.filter((page) => page.wanted).length;
  const others = rising.length - wanted;
  if (wanted === 0 || others === 0) return undefined;
  let rankSum = 0;
  for (let start = 0; start < rising.length; ) {
    let end = start;
    let hits = 0;
    while (end < rising.length && rising[end]!.score === rising[start]!.score) if (rising[end++]!.wanted) hits++;
    rankSum += (hits * (start + 1 + end)) / 2;
    start = end;
  }
  return (rankSum - (wanted * (wanted + 1)) / 2) / (wanted * others);
}

/** How often pages of one class were taken for another: a row a true class, a column a class that was said. */
export class Confusion {
  /** Classes in the order in which they came up. */
  readonly classes: string[] = [];
  readonly #places = new Map<string, number>();
  readonly #counts: number[][] = [];
  #right = 0;
  #total = 0;

  add(truth: string, said: string): void {
    const row = this.#counts[this.#place(truth)]!;
    const column = this.#place(said);
    row[column] = (row[column] ?? 0) + 1;
    this.#total++;
    if (truth === said) this.#right++;
  }

  count(truth: string, said: string): number {
    const [row, column] = [this.#places.get(truth), this.#places.get(said)];
    return row === undefined || column === undefined ? 0 : (this.#counts[row]![column] ?? 0);
  }

  /** Share of the pages whose class was predicted. */
  get accuracy(): number {
    return this.#total === 0 ? 0 : this.#right / this.#total;
  }

  /** The classes that are taken for each other most often. */
  mistakes(): { readonly truth: string; readonly said: string; readonly count: number }[] {
    const found = this.#counts.flatMap((row, truth) =>
      row.map((count, said) => ({ truth: this.classes[truth]!, said: this.classes[said]!, count })),
    );
    return found.filter(({ truth, said, count }) => truth !== said && count > 0).sort((a, b) => b.count - a.count);
  }

  #place(name: string): number {
    let place = this.#places.get(name);
    if (place === undefined) {
      place = this.classes.push(name) - 1;
      this.#places.set(name, place);
      this.#counts.push([]);
    }
    return place;
  }
}

function qualityOf(threshold: number, hits: number, said: number, wanted: number, total: number): Quality {
  return {
    threshold,
    precision: said === 0 ? 0 : hits / said,
    recall: wanted === 0 ? 0 : hits / wanted,
    f1: hits === 0 ? 0 : (2 * hits) / (said + wanted),
    accuracy: total === 0 ? 0 : (total - said - wanted + 2 * hits) / total,
  };
}
