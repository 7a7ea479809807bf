import type { KnownUrl } from './frontier-tables.js';

/**
 * The popular URLs in memory, in front of the URL-seen test on disk: navigation links occur on every page of a site.
 * Two generations: when the young one is full it becomes the old one, so what is met often survives, in bounded memory.
 * The objects are the store's: what changes a URL changes the cached object too.
 */
export class SeenCache {
  private young = new Map<string, KnownUrl>();
  private old = new Map<string, KnownUrl>();

  constructor(private readonly generationSize = 50_000) {}

  get(url: string): KnownUrl | undefined {
    const known = this.young.get(url);
    if (known !== undefined) return known;
    const survivor = this.old.get(url);
    if (survivor !== undefined) this.set(url, survivor);
    return survivor;
  }

  set(url: string, known: KnownUrl): void {
    if (this.young.size >= this.generationSize) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(url, known);
  }
}
