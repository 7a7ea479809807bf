/** Pages reached through this many irrelevant pages in a row, and how many of them were relevant. */
export interface TunnelYield {
  /** Irrelevant pages since the last relevant one, or since the seed; the last of a list counts all that are longer. */
  readonly steps: number;
  readonly pages: number;
  readonly relevant: number;
}

/** Ways through more irrelevant pages than this count as one. */
export const longestTunnel = 4;

/**
 * What tunnelling has paid back (Bergmark, Lagoze & Sbityakov 2002): how many of the pages at the end of ways through
 * irrelevant ones were relevant. The strategy has no fixed limit to such ways: how much a good parent matters is learnt,
 * so tunnels that pay are followed and others are not.
 */
export class Tunnels {
  /** Irrelevant pages in a row that end with the visit, by its number. */
  readonly #steps = new Map<number, number>();
  readonly #pages = new Array<number>(longestTunnel + 1).fill(0);
  readonly #relevant = new Array<number>(longestTunnel + 1).fill(0);

  /**
   * `byLevel`: a coordinator has counted steps already. A page that several ways lead to is on the level of the shortest, though the
   * link of another may have given it its place there.
   */
  constructor(private readonly options: { readonly byLevel: boolean } = { byLevel: false }) {}

  /** To be called in the order of visits. */
  add({
    seq,
    priorityParent,
    level,
    relevant,
  }: Readonly<Record<'seq' | 'priorityParent' | 'level' | 'relevant', number>>): void {
    const before = this.options.byLevel ? Math.min(longestTunnel, level - 1) : (this.#steps.get(priorityParent) ?? 0);
    if (priorityParent > 0) {
      this.#pages[before]!++;
      this.#relevant[before]! += relevant;
    }
    // Relevant pages need no entry: what is not known is no step.
    if (relevant === 0) this.#steps.set(seq, Math.min(longestTunnel, before + 1));
  }

  get yields(): TunnelYield[] {
    return this.#pages.flatMap((pages, steps) =>
      pages === 0 ? [] : [{ steps, pages, relevant: this.#relevant[steps]! }],
    );
  }
}
