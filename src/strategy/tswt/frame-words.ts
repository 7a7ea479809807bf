import { damagedKnowledge } from '../../failure.js';
import type { Knowledge } from '../../model/strategy.js';
import type { TermCounts } from '../../text/term-counts.js';
import { TermTable } from '../../text/term-table.js';

/** Pages of a host before anything is said of it, and after which nothing more is counted there. */
const leastPages = 5;
const mostPages = 50;
/** Nearly every page. */
const nearlyAll = 0.8;
/** Words that the first pages of a host lack are on nearly all of its pages only if most others have them: these are not looked for. */
const firstPages = 2;
/** Some hundred words each. */
const mostHosts = 1000;

interface HostWords {
  pages: number;
  /** Pages of the host that have the word. */
  counts: TermTable;
  /** Those that nearly all of its pages have. */
  frame: readonly number[];
}

/**
 * Words of the frame that a site puts around its pages: those that stand on nearly every page of a host, such as its name, its
 * licence or its navigation. They tell pages of the host from others, and say nothing of a topic.
 */
export class FrameWords implements Knowledge {
  private readonly hosts = new Map<string, HostWords>();
  /** Frame words, by the number of hosts that have them in their frames. */
  private readonly found = new Map<number, number>();

  get words(): Iterable<number> {
    return this.found.keys();
  }

  has(id: number): boolean {
    return this.found.has(id);
  }

  /** Whether other words than before are frame words now. */
  add(host: string, { ids }: TermCounts): boolean {
    const known = this.hosts.get(host) ?? { pages: 0, counts: new TermTable(), frame: [] };
    if (known.pages === mostPages || (known.pages === 0 && this.hosts.size === mostHosts)) return false;
    this.hosts.set(host, known);
    known.pages++;
    for (const id of ids) if (known.pages <= firstPages || known.counts.get(id) > 0) known.counts.add(id, 1);
    if (known.pages < leastPages) return false;
    forgetRareOnes(known);
    return this.gather(known);
  }

  snapshot(): Uint8Array {
    const hosts = Array.from(this.hosts, ([host, { pages, counts }]) => [host, pages, counts.entries()]);
    return Buffer.from(JSON.stringify(hosts));
  }

  restore(snapshot: Uint8Array): void {
    this.hosts.clear();
    this.found.clear();
    try {
      for (const [host, pages, entries] of JSON.parse(Buffer.from(snapshot).toString()) as Saved[]) {
        const known = { pages, counts: new TermTable(), frame: [] };
        for (const [id, count] of entries) known.counts.add(id, count);
        this.hosts.set(host, known);
        if (pages >= leastPages) this.gather(known);
      }
    } catch {
      throw damagedKnowledge('words of frames', snapshot.length);
    }
  }

  /** Finds the frame of a host anew. */
  private gather(host: HostWords): boolean {
    const before = new Set(host.frame);
    host.frame = host.counts.entries().flatMap(([id, count]) => (count >= nearlyAll * host.pages ? [id] : []));
    let changed = false;
    for (const id of host.frame) if (!before.delete(id)) changed = this.count(id, 1) || changed;
    for (const id of before) changed = this.count(id, -1) || changed;
    return changed;
  }

  /** Whether the word has become a frame word, or is none any more. */
  private count(id: number, more: 1 | -1): boolean {
    const hosts = (this.found.get(id) ?? 0) + more;
    if (hosts === 0) this.found.delete(id);
    else this.found.set(id, hosts);
    return hosts === 0 || (hosts === 1 && more === 1);
  }
}

type Saved = [host: string, pages: number, entries: [id: number, count: number][]];

/** Most words of a page are on few others: what half of the pages lack will hardly be on nearly all. */
function forgetRareOnes(host: HostWords): void {
  const kept = new TermTable();
  for (const [id, count] of host.counts.entries()) if (count >= host.pages / 2) kept.add(id, count);
  host.counts = kept;
}
