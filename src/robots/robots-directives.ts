/** Product token by which pages and headers may address this crawler alone. */
export const PRODUCT_TOKEN = 'osprey';
/** Those of a crawler that goes by no other name. */
export const ownTokens: readonly string[] = [PRODUCT_TOKEN];

export interface RobotsDirectives {
  readonly noindex: boolean;
  readonly nofollow: boolean;
}

/** Directives of a robots meta tag's content: a list separated by commas. */
export function robotsDirectives(content: string): RobotsDirectives {
  let noindex = false;
  let nofollow = false;
  for (const part of content.toLowerCase().split(',')) {
    const directive = part.trim();
    if (directive === 'noindex' || directive === 'none') noindex = true;
    if (directive === 'nofollow' || directive === 'none') nofollow = true;
  }
  return { noindex, nofollow };
}

/**
 * Directives of X-Robots-Tag header values (several headers joined by commas). A user agent's name in front, as in
 * `otherbot: noindex, nofollow`, holds until the next name; directives for other crawlers are not ours.
 */
export function headerRobotsDirectives(value: string, productTokens = ownTokens): RobotsDirectives {
  let ours = true;
  const mine: string[] = [];
  for (const part of value.toLowerCase().split(',')) {
    const colon = part.indexOf(':');
    const name = part.slice(0, Math.max(0, colon)).trim();
    // Directives with a value of their own (`unavailable_after: 25 Jun 2030`) also hold a colon.
    const named = colon >= 0 && !DIRECTIVES_WITH_VALUE.has(name);
    if (named) ours = productTokens.includes(name) || name === '*' || name === 'robots';
    if (ours) mine.push(named ? part.slice(colon + 1) : part);
  }
  return robotsDirectives(mine.join(','));
}

const DIRECTIVES_WITH_VALUE = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);
