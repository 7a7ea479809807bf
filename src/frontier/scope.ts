import type { Settings } from '../config/options.js';
import { hostOf, isDescendantDomain } from '../page/canonical-url.js';
import type { Rejection } from './frontier.js';

export type ScopeSettings = Pick<Settings, 'domains' | 'include' | 'exclude' | 'blockHosts' | 'maxDepth'>;

/** Which URLs belong to the crawl. A rule that turns a URL down has a name, and the name is kept with the URL. */
export class Scope {
  private readonly include: readonly RegExp[];
  private readonly exclude: readonly RegExp[];

  constructor(private readonly settings: ScopeSettings) {
    this.include = settings.include.map(urlMatcher);
    this.exclude = settings.exclude.map(urlMatcher);
  }

  /** The rule that keeps this URL out, or undefined. */
  rejection(url: string, depth: number): Rejection | undefined {
    if (depth > this.settings.maxDepth) return 'max-depth';
    const { domains, blockHosts } = this.settings;
    if (domains.length > 0 && !domains.some((domain) => isDescendantDomain(hostname(url), domain))) return 'domain';
    if (blockHosts.length > 0 && this.isBlocked(hostOf(url))) return 'blocked-host';
    if (this.include.length > 0 && !this.include.some((pattern) => pattern.test(url))) return 'include';
    if (this.exclude.some((pattern) => pattern.test(url))) return 'exclude';
    return undefined;
  }

  isBlocked(host: string): boolean {
    const { blockHosts } = this.settings;
    return (
      blockHosts.length > 0 && blockHosts.some((blocked) => isDescendantDomain(host.replace(/:\d+$/, ''), blocked))
    );
  }
}

function hostname(url: string): string {
  return hostOf(url).replace(/:\d+$/, '');
}

/**
 * A pattern of `--include` or `--exclude`. Between slashes: a regular expression, searched anywhere in the URL. Otherwise
 * a glob over the whole URL: `*` is any run without a slash, `**` any run at all; a glob without a scheme matches whatever
 * the scheme, and one that starts with a slash whatever the host.
 */
export function urlMatcher(pattern: string): RegExp {
  if (pattern.length > 2 && pattern.startsWith('/') && pattern.endsWith('/')) return new RegExp(pattern.slice(1, -1));
  const body = pattern
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')))
    .join('');
  if (pattern.startsWith('/')) return new RegExp(`^https?://[^/]+${body}$`);
  return new RegExp(pattern.includes('://') ? `^${body}$` : `^https?://${body}$`);
}
