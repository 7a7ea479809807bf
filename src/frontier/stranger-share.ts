/**
 * How many requests at a time may go to hosts that never answered. Each that fails halves it, down to a third of what it may be; each that
 * answers adds one. So hosts that keep silent until their time is up cannot take all requests of a crawl, nor the last of its budget.
 */
export class StrangerShare {
  private share: number;
  private inFlight = 0;
  /** By what is left of the budget. */
  private affordable = Number.POSITIVE_INFINITY;

  constructor(private readonly most: number) {
    this.share = most;
  }

  get hasRoom(): boolean {
    return this.inFlight < Math.min(this.share, this.affordable);
  }

  /**
   * Of the pages that may still be asked for, three in four may be asked of them; also the last one as long as they all answer. Returns
   * whether that leaves room for one.
   */
  afford(pagesLeft: number): boolean {
    const least = this.share < this.most ? 0 : 1;
    this.affordable = Math.max(least, Math.floor(0.75 * (pagesLeft + this.inFlight)));
    return this.inFlight < this.affordable;
  }

  enter(): void {
    this.inFlight++;
  }

  /** `answered`: undefined where no request was sent. */
  leave(answered: boolean | undefined): void {
    this.inFlight--;
    if (answered === undefined || !Number.isFinite(this.most)) return;
    const least = Math.max(1, Math.floor(this.most / 3));
    this.share = answered ? Math.min(this.most, this.share + 1) : Math.max(least, Math.floor(this.share / 2));
  }
}
