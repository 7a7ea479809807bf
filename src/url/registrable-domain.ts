import { getDomain } from '../bundled/public-suffixes.js';

/**
 * What somebody has registered: `example.co.uk` for `a.b.example.co.uk:8080`. By the public suffix list with its private part, so that the sites
 * of those who share a suffix, such as `github.io`, are not one. An address stands for itself.
 */
export function registrableDomain(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host.replace(/:\d+$/, '');
}
