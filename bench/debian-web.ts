import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { PORTAL_HOST, portalPages } from './debian-portal.js';

/** A package of documentation that stands for a web site; one entry of sites.json. */
export interface DebianSite {
  readonly package: string;
  /** Folder of its pages inside the package. */
  readonly root: string;
  /** URL of that folder on the real web. */
  readonly base: string;
  readonly topic: string;
  /** Debian's own classification. */
  readonly docBaseSection: readonly string[];
  /** Patterns of other URLs of the site; group 1 is the path below `base`. */
  readonly aliases: readonly string[];
  readonly home: string;
}

export interface DebianPage {
  readonly url: string;
  readonly file: string;
  readonly site: DebianSite;
  /** The file is a symbolic link to another page of the site. */
  readonly copy: boolean;
}

export type DebianAnswer =
  | { readonly status: 200; readonly body: Buffer }
  | { readonly status: 301; readonly location: string }
  | { readonly status: 404 };

interface Alias {
  readonly pattern: RegExp;
  readonly base: string;
}

const CACHED_BYTES = 256 * 1024 * 1024;
const NOT_FOUND: DebianAnswer = { status: 404 };
/** Where a page points to: attributes of links and images, and the URL of a meta refresh. */
const ABSOLUTE_TARGET =
  /\b((?:href|src|url)\s*=\s*["']?)(?:https?:\/\/([\w.-]+)(?=[/?#"'\s>])|(file:\/\/\/[^"'\s>]*))/gi;

/**
 * Documentation of 49 Debian packages under the host names it has on the real web, plus a portal that lists them.
 *
 * The sites speak HTTPS on the real web and plain HTTP here, so each absolute link is served as
 * `http://<same host>[:port]/…`; a file:/// link to a package becomes a link to its site. Nothing else is changed.
 * Hosts outside the web are sent to the same port, where they answer 404: no crawler has a reason to leave loopback.
 */
export class DebianWeb {
  /** By address: host and decoded path, as in `docs.python.org/3/library/os.html`. */
  readonly pages: ReadonlyMap<string, DebianPage>;
  readonly #port: number;
  readonly #aliases: readonly Alias[];
  readonly #fileAliases: readonly Alias[];
  readonly #portal: ReadonlyMap<string, Buffer>;
  readonly #bodies = new Map<string, Buffer>();
  #cachedBytes = 0;

  /** URLs carry `port` unless it is 80: name look-ups can be redirected in every crawler, ports cannot. */
  constructor(folder: string, sitesFile: string, port = 80) {
    this.#port = port;
    const sites = JSON.parse(readFileSync(sitesFile, 'utf8')) as DebianSite[];
    const aliases = sites.flatMap((site) =>
      site.aliases.map((source) => ({ pattern: new RegExp(source), base: addressOf(site.base) })),
    );
    this.#fileAliases = aliases.filter(({ pattern }) => pattern.source.startsWith('^file:'));
    this.#aliases = aliases.filter((alias) => !this.#fileAliases.includes(alias));
    this.pages = new Map(sites.flatMap((site) => this.#pagesOf(folder, site)));
    this.#portal = portalPages(folder, sites, this);
  }

  /** What the server of `host` answers to a GET of `target` (path and query; the query is ignored). */
  answer(host: string, target: string): DebianAnswer {
    const address = host + decodedPath(target);
    const portal = this.#portal.get(address);
    if (portal !== undefined) return { status: 200, body: portal };
    const page = this.#pageAt(address);
    if (page !== undefined) return { status: 200, body: this.#bodyOf(page) };
    const moved = canonicalAddress(this.#aliases, `http://${address}`);
    return moved === undefined || moved === address ? NOT_FOUND : { status: 301, location: this.urlOf(moved) };
  }

  /** The page that a URL of a site leads to, through a redirect or not; undefined where it leads to none. */
  pageOf(url: string): DebianPage | undefined {
    const { hostname, pathname } = new URL(url);
    const address = hostname + decodedPath(pathname);
    const page = this.#pageAt(address);
    if (page !== undefined) return page;
    const moved = canonicalAddress(this.#aliases, `http://${address}`);
    return moved === undefined ? undefined : this.#pageAt(moved);
  }

  /** Front page of the portal: all sites can be reached from it. */
  get portal(): string {
    return this.urlOf(`${PORTAL_HOST}/`);
  }

  urlOf(address: string): string {
    const slash = address.indexOf('/');
    const authority = address.slice(0, slash) + (this.#port === 80 ? '' : `:${this.#port}`);
    return `http://${authority}${encodeURI(address.slice(slash)).replace(/[?#]/g, encodeURIComponent)}`;
  }

  #pageAt(address: string): DebianPage | undefined {
    if (address.endsWith('/')) return this.pages.get(`${address}index.html`);
    const hasExtension = address.includes('.', address.lastIndexOf('/'));
    return this.pages.get(address) ?? (hasExtension ? undefined : this.pages.get(`${address}.html`));
  }

  #pagesOf(folder: string, site: DebianSite): [string, DebianPage][] {
    const packageFolder = realpathSync(path.join(folder, 'x', site.package));
    const root = path.join(packageFolder, site.root);
    const pages: [string, DebianPage][] = [];
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      if (!entry.name.endsWith('.html') || entry.isDirectory()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const copy = entry.isSymbolicLink();
      if (copy && !pointsInside(packageFolder, file)) continue;
      const address = addressOf(site.base) + path.relative(root, file);
      pages.push([address, { url: this.urlOf(address), file, site, copy }]);
    }
    return pages;
  }

  #bodyOf(page: DebianPage): Buffer {
    const cached = this.#bodies.get(page.file);
    if (cached !== undefined) return cached;
    // Latin-1 maps bytes to characters one to one, so pages in any charset pass through unharmed.
    const html = readFileSync(page.file, 'latin1');
    const body = Buffer.from(html.replace(ABSOLUTE_TARGET, this.#retarget), 'latin1');
    if (this.#cachedBytes + body.length <= CACHED_BYTES) {
      this.#bodies.set(page.file, body);
      this.#cachedBytes += body.length;
    }
    return body;
  }

  readonly #retarget = (whole: string, opening: string, host: string | undefined, file: string | undefined): string => {
    if (host !== undefined) return `${opening}http://${host}${this.#port === 80 ? '' : `:${this.#port}`}`;
    const [target, fragment] = (file ?? '').split('#', 2);
    const address = canonicalAddress(this.#fileAliases, target ?? '');
    if (address === undefined) return whole;
    return opening + this.urlOf(address) + (fragment === undefined ? '' : `#${fragment}`);
  };
}

/** `https://host/path` without its scheme. */
function addressOf(url: string): string {
  return url.slice(url.indexOf('//') + 2);
}

function canonicalAddress(aliases: readonly Alias[], url: string): string | undefined {
  for (const { pattern, base } of aliases) {
    const match = pattern.exec(url);
    if (match !== null) return base + (match[1] ?? '');
  }
  return undefined;
}

function decodedPath(target: string): string {
  const rawPath = target.split(/[?#]/, 1)[0] ?? '/';
  try {
    return decodeURIComponent(rawPath);
  } catch {
    return rawPath;
  }
}

function pointsInside(folder: string, link: string): boolean {
  try {
    return realpathSync(link).startsWith(folder + path.sep);
  } catch {
    return false; // dangling: its target is in a package that is not part of the web
  }
}
