import { parsePattern, patternMatches, type RobotsPattern, subjectOf } from './robots-pattern.js';
import { contentSignals } from './stated-rights.js';

/** RFC 9309 asks for at least this much; the rest of a longer file is not read. */
export const MAX_ROBOTS_BYTES = 500 * 1024;
/** Seconds. A longer Crawl-delay is taken for this one. */
export const MAX_CRAWL_DELAY = 3_600;
/** Always allowed (2.2.2). */
const ROBOTS_PATH = '/robots.txt';

/**
 * What a site's robots.txt says to a crawler named by its product tokens, in any case. Where several of them have groups, the strictest
 * counts; the group of all others counts where none has.
 */
export interface RobotsRules {
  /** The URL must be canonical (percent-encoded); no Allow rule matches one that is not. */
  verdict(productTokens: readonly string[], url: string): RobotsVerdict;
  /** Seconds between requests, where stated. */
  crawlDelay(productTokens: readonly string[]): number | undefined;
  /** Content-Signal for a path: what the site says of how its pages may be used. */
  signals(productTokens: readonly string[], url: string): Readonly<Record<string, boolean>>;
  /** As written, without repeats. */
  readonly sitemaps: readonly string[];
}

/** `rule` tells what decided and `line` (from 1) where it stands; both are absent where nothing forbids or allows. */
export interface RobotsVerdict {
  readonly allowed: boolean;
  readonly line?: number;
  readonly rule?: string;
}

interface Rule {
  readonly allow: boolean;
  readonly line: number;
  readonly value: string;
  readonly pattern: RobotsPattern;
}

/** Agents named one after the other share their rules. A Crawl-delay speaks for the agents named above it. */
interface Group {
  readonly rules: Rule[];
  readonly delays: { readonly line: number; readonly seconds: number }[];
  readonly signals: {
    readonly line: number;
    readonly path: string;
    readonly said: Readonly<Record<string, boolean>>;
  }[];
}

interface Membership {
  readonly group: Group;
  readonly line: number;
}

/** By lower-case product token. A token names a group once, so that all of them together are no larger than the file. */
type Memberships = ReadonlyMap<string, readonly Membership[]>;

/**
 * Reads a robots.txt by RFC 9309: its bytes, or what `robotsText` made of them. Any bytes are accepted; lines that are
 * not understood say nothing. A line without a colon is read as if it had one: `Disallow /` is a request to be left alone.
 */
export function parseRobots(body: Uint8Array | string): RobotsRules {
  const memberships = new Map<string, Membership[]>();
  const sitemaps = new Set<string>();
  let group: Group = { rules: [], delays: [], signals: [] };
  // Only Allow and Disallow end a list of agents; other lines must not interfere with groups (2.2.4).
  let namingAgents = false;

  const whole = typeof body === 'string' ? body : robotsText(body);
  whole.split(/\r\n?|\n/).forEach((text, index) => {
    const line = index + 1;
    const { key, value } = splitLine(text);
    if (key === 'user-agent') {
      if (!namingAgents) group = { rules: [], delays: [], signals: [] };
      namingAgents = true;
      const token = productTokenOf(value);
      const joined = memberships.get(token);
      if (joined === undefined) memberships.set(token, [{ group, line }]);
      else if (joined.at(-1)!.group !== group) joined.push({ group, line });
    } else if (key === 'allow' || key === 'disallow') {
      namingAgents = false;
      const pattern = parsePattern(value, key === 'allow');
      if (pattern !== undefined) group.rules.push({ allow: key === 'allow', line, value, pattern });
    } else if (key === 'crawl-delay') {
      const seconds = Number.parseFloat(value);
      if (seconds >= 0) group.delays.push({ line, seconds: Math.min(seconds, MAX_CRAWL_DELAY) });
    } else if (key === 'content-signal') {
      // A path may stand in front; without one, the whole site is meant.
      const [, path = '/', said = ''] = /^(\/\S*)?\s*(.*)$/.exec(value) ?? [];
      group.signals.push({ line, path, said: contentSignals(said) });
    } else if (key === 'sitemap' && value !== '') sitemaps.add(value);
  });
  return new ParsedRules(memberships, [...sitemaps]);
}

/** The part of a file that counts. A line cut off by the size limit could mean anything: it is left out. */
export function robotsText(bytes: Uint8Array): string {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes.subarray(0, MAX_ROBOTS_BYTES));
  if (bytes.length <= MAX_ROBOTS_BYTES) return text;
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
}

/** UTF-8, as the RFC has it, unless a byte order mark says otherwise: somebody's editor has saved it so. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/**
 * What the answer to a request for robots.txt means (RFC 9309, 2.3.1): 2xx is read; 4xx and redirects that led nowhere
 * mean that there are no rules, 429 included (slowing down is the throttle's part); anything else forbids the site.
 */
export function rulesForStatus(status: number | 'unreachable', body: Uint8Array | string): RobotsRules {
  if (status === 'unreachable') return uniformRules({ allowed: false, rule: 'robots.txt is unreachable' });
  if (status >= 200 && status < 300) return parseRobots(body);
  return uniformRules({ allowed: status >= 300 && status < 500, rule: `robots.txt answered with status ${status}` });
}

class ParsedRules implements RobotsRules {
  readonly #inOrder = new Map<string, readonly Rule[]>();

  constructor(
    private readonly memberships: Memberships,
    readonly sitemaps: readonly string[],
  ) {}

  verdict(productTokens: readonly string[], url: string): RobotsVerdict {
    const path = pathAndQueryOf(url);
    if (path === ROBOTS_PATH) return { allowed: true };
    const verdicts = this.#groupsFor(productTokens).map((token) => this.#verdictFor(token, path));
    return verdicts.find(({ allowed }) => !allowed) ?? verdicts.find(({ line }) => line !== undefined) ?? verdicts[0]!;
  }

  /** Later lines and longer paths say more. */
  signals(productTokens: readonly string[], url: string): Readonly<Record<string, boolean>> {
    const path = pathAndQueryOf(url);
    const stated = this.#groupsFor(productTokens).flatMap((token) =>
      (this.memberships.get(token) ?? []).flatMap(({ group, line }) =>
        group.signals.filter((signal) => signal.line > line),
      ),
    );
    const own = stated.filter((signal) => path.startsWith(signal.path));
    return Object.assign(
      {},
      ...own.sort((a, b) => a.path.length - b.path.length || a.line - b.line).map(({ said }) => said),
    );
  }

  crawlDelay(productTokens: readonly string[]): number | undefined {
    let longest: number | undefined;
    for (const token of this.#groupsFor(productTokens)) {
      for (const { group, line } of this.memberships.get(token) ?? []) {
        for (const delay of group.delays) if (delay.line > line) longest = Math.max(longest ?? 0, delay.seconds);
      }
    }
    return longest;
  }

  #verdictFor(token: string, path: string): RobotsVerdict {
    const { written, normal } = subjectOf(path);
    for (const { allow, line, value, pattern } of this.#rulesOf(token)) {
      if (patternMatches(pattern, allow ? written : normal)) {
        return { allowed: allow, line, rule: `${allow ? 'Allow' : 'Disallow'}: ${value}` };
      }
    }
    return { allowed: true };
  }

  #groupsFor(productTokens: readonly string[]): readonly string[] {
    const named = productTokens.map((token) => token.toLowerCase());
    const known = named.filter((token) => token !== '' && this.memberships.has(token));
    return known.length === 0 ? ['*'] : known;
  }

  /** Rules of all groups of a token, so that the first one that matches decides. */
  #rulesOf(token: string): readonly Rule[] {
    let rules = this.#inOrder.get(token);
    if (rules === undefined) {
      rules = (this.memberships.get(token) ?? []).flatMap(({ group }) => group.rules);
      rules = rules.toSorted(
        (a, b) => b.pattern.specificity - a.pattern.specificity || Number(b.allow) - Number(a.allow) || a.line - b.line,
      );
      this.#inOrder.set(token, rules);
    }
    return rules;
  }
}

function uniformRules(verdict: RobotsVerdict): RobotsRules {
  return {
    verdict: (_, url) => (pathAndQueryOf(url) === ROBOTS_PATH ? { allowed: true } : verdict),
    crawlDelay: () => undefined,
    signals: () => ({}),
    sitemaps: [],
  };
}

/** Slips of those who want crawlers to keep out, or to know whom they mean. */
const slips: ReadonlyMap<string, string> = new Map([
  ...['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw', 'disallows'].map(
    (slip) => [slip, 'disallow'] as const,
  ),
  ...['useragent', 'user agent', 'user_agent', 'user-agents'].map((slip) => [slip, 'user-agent'] as const),
]);

/** `Disallow /x`, `Disallow/x`, `User agent *`. */
function withoutColon(text: string): { key: string; value: string } {
  const [, written = '', value = ''] = /^(user[\s_-]?agents?|[a-z_-]+)\s*([\s/*].*)$/i.exec(text) ?? [];
  const key = written.toLowerCase().replace(/\s/, ' ');
  return { key: slips.get(key) ?? key, value: value.trim() };
}

function splitLine(line: string): { key: string; value: string } {
  const comment = line.indexOf('#');
  const text = (comment < 0 ? line : line.slice(0, comment)).trim();
  const colon = text.indexOf(':');
  if (colon < 0) return withoutColon(text);
  const keyEnd = colon;
  const written = text.slice(0, keyEnd).trim().toLowerCase();
  return { key: slips.get(written) ?? written, value: text.slice(keyEnd + 1).trim() };
}

/** `Osprey/1.0 (beta)` is a word about `osprey`; what holds no product token, such as `80legs`, is a word about none. */
function productTokenOf(value: string): string {
  return /^\*(?:\s|$)/.test(value) ? '*' : (/^[A-Za-z_-]*/.exec(value)?.[0] ?? '').toLowerCase();
}

function pathAndQueryOf(url: string): string {
  const [afterHost] = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split('#', 1);
  return afterHost!.startsWith('/') ? afterHost! : `/${afterHost}`;
}
