import { PRODUCT_TOKEN } from './robots-directives.js';

/** The product token in a User-Agent: the first one, or that of `Mozilla/5.0 (compatible; Name/1.0)`. */
const named = /^(?:mozilla\/[^(]*\(compatible;\s*)?([a-z_-]+)/i;

/**
 * The names by which robots.txt, headers and pages may address a crawler with this User-Agent, in lower case: its own, and Osprey's. Who
 * gives it another name is still asked to keep out where Osprey is.
 */
export function productTokens(userAgent: string): readonly string[] {
  const own = named.exec(userAgent.trim())?.[1]?.toLowerCase();
  return own === undefined || own === PRODUCT_TOKEN ? [PRODUCT_TOKEN] : [own, PRODUCT_TOKEN];
}
