import type { Settings } from '../config/options.js';
import type { Rejection } from '../model/frontier.js';
import { hostOf, isDescendantDomain } from '../url/canonical-url.js';

export type ScopeSettings = Pick<Settings, 'domains' | 'include' | 'exclude' | 'blockHosts' | 'maxDepth'>;

/** Which URLs belong to the crawl. A rule that turns a URL down has a name, and the name is kept with the URL. */
export class Scope {
  private include: readonly RegExp[] = [];
  private exclude: readonly RegExp[] = [];

  constructor(private settings: ScopeSettings) {
    this.change(settings);
  }

  /** Goes by other settings from now on, for all who hold it. */
  change(settings: ScopeSettings): void {
    this.settings = settings;
    this.include = settings.include.map(urlMatcher);
    this.exclude = settings.exclude.map(urlMatcher);
  }

  /** The rule that keeps this URL out, or undefined. */
  rejection(url: string, depth: number): Rejection | undefined {
    if (depth > this.settings.maxDepth) return 'max-depth';
    const { domains, blockHosts } = this.settings;
    if (domains.length > 0 && !domains.some((domain) => isDescendantDomain(hostOf(url), domain))) return 'domain';
    if (blockHosts.length > 0 && this.isBlocked(hostOf(url))) return 'blocked-host';
    if (this.include.length > 0 && !this.include.some((pattern) => pattern.test(url))) return 'include';
    if (this.exclude.some((pattern) => pattern.test(url))) return 'exclude';
    return undefined;
  }

  /** The same of a list of pages, such as a sitemap: `--include` says which pages are wanted, not where to look for them. */
  rejectionOfList(url: string, depth: number): Rejection | undefined {
    const rejection = this.rejection(url, depth);
    if (rejection !== 'include') return rejection;
    return this.exclude.some((pattern) => pattern.test(url)) ? 'exclude' : undefined;
  }

  isBlocked(host: string): boolean {
    return this.settings.blockHosts.some((blocked) => isDescendantDomain(host, blocked));
  }
}

/**
 * A pattern of `--include` or `--exclude`. Between slashes: a regular expression, searched anywhere in the URL. Otherwise
 * a glob over the whole URL: `*` is any run without a slash, `**` any run at all; a glob without a scheme matches whatever
 * the scheme, one that starts with a slash whatever the host, and one that names a host alone its front page.
 */
export function urlMatcher(pattern: string): RegExp {
  if (pattern.length > 2 && pattern.startsWith('/') && pattern.endsWith('/')) return new RegExp(pattern.slice(1, -1));
  const [, scheme, rest = ''] = /^([a-z*]+:\/\/)?(.*)$/i.exec(pattern)!;
  const start = scheme === undefined ? 'https?://' : globSource(scheme);
  const anyHost = rest.startsWith('/') ? '[^/]+' : '';
  const frontPage = rest.includes('/') || rest.includes('**') ? '' : '/';
  return new RegExp(`^${start}${anyHost}${globSource(rest)}${frontPage}$`);
}

function globSource(glob: string): string {
  return glob
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')))
    .join('');
}
