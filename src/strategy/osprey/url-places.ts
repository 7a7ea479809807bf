import { termId } from '../../text/term-id.js';
import { hostOf } from '../../url/canonical-url.js';
import { folderOf, templateOf } from './template-of.js';

/** Hashes of the host and template of a URL. */
export interface UrlPlace {
  readonly host: number;
  readonly template: number;
}

/** Folders that are remembered. */
const mostKept = 4_096;

/** Host and template of URLs. Most links of a page lead to few folders: what was found out of one holds for all its pages. */
export class UrlPlaces {
  readonly #folders = new Map<string, UrlPlace>();

  /** `meet` is called with every host before anything is told of it, and again for one that was not met of late. */
  constructor(private readonly meet: (hostKey: number, host: string) => void) {}

  of(url: string): UrlPlace {
    const folder = folderOf(url);
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const host = hostOf(url);
    const place = { host: termId(host), template: termId(templateOf(url)) };
    this.meet(place.host, host);
    if (this.#folders.size === mostKept) this.#folders.clear();
    // One with parameters is a folder of its own.
    if (folder !== url) this.#folders.set(folder, place);
    return place;
  }

  forget(): void {
    this.#folders.clear();
  }
}
