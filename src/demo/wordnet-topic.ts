import { UsageError } from '../failure.js';
import type { Pointer, Synset } from './synset.js';
import type { SynsetTable } from './synset-table.js';
import { urlOf } from './synset-url.js';
import { linksOf } from './wordnet-relations.js';

/** WordNet's "member of this topic domain"; the members point back with `;c`. */
const TOPIC_MEMBER = '-c';

/** A topic that lexicographers assigned synsets to: ground truth that no page of the web shows. */
export interface WordNetTopic {
  readonly name: string;
  /** URL of the page about the topic itself. It is not a member unless WordNet says so. */
  readonly domain: string;
  /** URLs of the members' pages, in the order of the database. */
  readonly members: readonly string[];
  isRelevant(url: string): boolean;
  /**
   * A fair start: `near` members and `far` pages that neither are members nor link to one, all spread evenly over the
   * database. The same numbers give the same seeds.
   */
  seeds(near?: number, far?: number): string[];
}

/** The topic with the most members among those named `name`, such as `law` or `computer science`. */
export function topicOf(wordnet: SynsetTable, name: string): WordNetTopic {
  const wanted = name.toLowerCase();
  const domains = [...wordnet.synsetsWith(TOPIC_MEMBER)];
  const named = domains.filter(({ words }) => words.some((word) => word.toLowerCase() === wanted));
  const domain = largest(named);
  if (domain === undefined) {
    const known = domains.sort((a, b) => membersOf(b).length - membersOf(a).length).slice(0, 12);
    throw new UsageError(
      'unknown-topic',
      `WordNet has no topic "${name}"; choose another, such as ${known.map(({ words }) => words[0]).join(', ')}.`,
      { name },
    );
  }
  return new DomainTopic(wordnet, name, domain);
}

class DomainTopic implements WordNetTopic {
  readonly domain: string;
  readonly members: readonly string[];
  readonly #relevant: ReadonlySet<string>;
  readonly #synsets: readonly Synset[];

  constructor(
    private readonly wordnet: SynsetTable,
    readonly name: string,
    domain: Synset,
  ) {
    this.domain = urlOf(domain);
    this.#synsets = membersOf(domain).map((pointer) => wordnet.follow(pointer));
    this.members = this.#synsets.map(urlOf);
    this.#relevant = new Set(this.members);
  }

  isRelevant(url: string): boolean {
    return this.#relevant.has(url);
  }

  seeds(near = 3, far = 7): string[] {
    const linked = this.#synsets.filter((member) => linksOf(member).length > 0);
    const nearby = spread(linked.length, near).map((n) => urlOf(linked[n]!));
    const distant = spread(this.wordnet.size, far).map((n) => urlOf(this.#farFrom(n)));
    return [...new Set([...nearby, ...distant])];
  }

  /** The first synset from the n-th on that has links, is not a member and links to none. */
  #farFrom(n: number): Synset {
    for (let at = n; ; at = (at + 1) % this.wordnet.size) {
      const synset = this.wordnet.nth(at);
      const links = linksOf(synset);
      const around = [synset, ...links.map((link) => this.wordnet.follow(link))];
      if (links.length > 0 && !around.some((other) => this.isRelevant(urlOf(other)))) return synset;
    }
  }
}

/** Members once each: a synset may belong through several of its words. */
function membersOf(domain: Synset): Pointer[] {
  const members = domain.pointers.filter(({ symbol }) => symbol === TOPIC_MEMBER);
  return [...new Map(members.map((pointer) => [pointer.target, pointer])).values()];
}

function largest(domains: readonly Synset[]): Synset | undefined {
  return domains.reduce<Synset | undefined>(
    (best, domain) => (best && membersOf(best).length >= membersOf(domain).length ? best : domain),
    undefined,
  );
}

/** `count` whole numbers below `size` at equal distances, each in the middle of its share. */
function spread(size: number, count: number): number[] {
  const wanted = Math.min(size, count);
  return Array.from({ length: wanted }, (_, n) => Math.floor(((n + 0.5) * size) / wanted));
}
