/** A line of a robots.txt, counted from 1. */
export interface RobotsTextLine {
  readonly number: number;
  readonly text: string;
}

/**
 * The lines of a robots.txt that speak to a crawler with these product tokens: its groups with their rules and delays, or those for all
 * others (`*`) where it has none. For people to read; `parseRobots` is what decides.
 */
export function rulingLines(body: string, productTokens: readonly string[]): RobotsTextLine[] {
  const named = productTokens.map((token) => token.toLowerCase());
  const own = linesFor(body, (token) => named.includes(token));
  return own.length > 0 ? own : linesFor(body, (token) => token === '*');
}

function linesFor(body: string, isMeant: (token: string) => boolean): RobotsTextLine[] {
  const lines: RobotsTextLine[] = [];
  let [isNaming, isOurs] = [false, false];
  for (const [place, text] of body.split(/\r\n?|\n/).entries()) {
    const [, key = '', value = ''] = /^\s*([a-z-]+)\s*:?\s*([^#]*)/i.exec(text) ?? [];
    const name = key.toLowerCase();
    if (name === 'user-agent') {
      if (!isNaming) isOurs = false;
      isNaming = true;
      if (!isMeant(/^(\*|[a-z_-]*)/i.exec(value.trim())![0].toLowerCase())) continue;
      isOurs = true;
    } else if (name === 'allow' || name === 'disallow') isNaming = false;
    else if (name !== 'crawl-delay') continue;
    if (isOurs) lines.push({ number: place + 1, text: text.trim() });
  }
  return lines;
}
