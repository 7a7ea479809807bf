import { damagedKnowledge } from '../../failure.js';
import { inLots } from '../../in-lots.js';
import type { Score } from '../../model/score.js';
import type { Knowledge, LearntLink } from '../../model/strategy.js';
import { termId } from '../../text/term-id.js';
import { TermRows } from '../../text/term-rows.js';
import { joinedKnowledge } from '../joined-knowledge.js';
import { DomainYields } from './domain-yields.js';
import type { LearningJudge } from './learning-judge.js';
import { type LinkFeature, LinkModel, linkFeatures } from './link-model.js';
import { exactly, numbersKnowledge } from './numbers-knowledge.js';
import { Outlook, type Words } from './outlook.js';
import { SeedLinks } from './seed-links.js';
import { UrlPlaces } from './url-places.js';
import { allowance, bestOfLate, firstBest, hostAllowance, shrunkMean, Yields } from './yields.js';

/** Visits after which what was learnt counts as much as what can be known beforehand. */
const halfTrust = 100;
/** Pages that the usual reward counts for in the mean of siblings, and of a host or template. */
const [strengthOfSiblings, strengthOfYields] = [2, 3] as const;
/**
 * What the first link to a host nobody has seen is worth besides its evidence where the best page of late is certain to be relevant;
 * more by as much as it is not, up to a limit. The first page of a host tells most of what it is about: every visit takes from it.
 */
const curiosity = 0.05;
const mostCuriosity = 0.25;
/** The usual reward before anything is known, and the pages it counts for. */
const [firstUsual, firstPages] = [0.1, 2] as const;

/** What the strategy is made of, each of which the lab can leave out to see what it is good for. */
export const ingredients = [
  'parents',
  'anchor',
  'url',
  'siblings',
  'host',
  'template',
  'words',
  'learnt-links',
  'beforehand',
  'meaning',
  'learnt-words',
  'learnt-meaning',
  'site',
  'curiosity',
  'allowances',
  'revaluing',
] as const;
export type Ingredient = (typeof ingredients)[number];

/** Where each feature has its place. */
const at = Object.fromEntries(linkFeatures.map((feature, place) => [feature, place])) as Record<LinkFeature, number>;

/** The features that go with an ingredient. */
const featuresOf: Partial<Record<Ingredient, readonly LinkFeature[]>> = {
  parents: ['parent', 'parents', 'links', 'lift'],
  anchor: ['anchor'],
  url: ['url'],
  siblings: ['siblings'],
  host: ['host'],
  template: ['template'],
  words: ['words'],
};

/** A visited page, as links are judged by it. */
export interface VisitedPage {
  readonly url: string;
  readonly reward: number;
  readonly links: readonly LearntLink[];
  /** Somebody began with it. */
  readonly isSeed?: boolean;
}

/** What became of a link: `relevance` says what its host and template pay, where near misses on the same site do not count. */
export interface FollowedLink extends Pick<VisitedPage, 'url' | 'reward'> {
  readonly relevance: number;
}

/**
 * What every waiting link is expected to bring. Beforehand that is a plain mean of the best parent's reward, the likeness
 * of the anchor text and the mean reward of its siblings; with every visit a learnt model takes over. Hosts that nobody
 * has seen get a little extra; hosts and templates that do not pay are put off.
 */
export class LinkJudge {
  readonly #outlook = new Outlook();
  readonly #visited = new TermRows(0);
  readonly #model = new LinkModel();
  readonly #hosts = new Yields();
  readonly #domains = new DomainYields();
  readonly #templates = new Yields();
  /** Rewards and number of what was visited among the links of every page, by the page's number. */
  #children: Float64Array = new Float64Array(64);
  readonly #seedLinks = new SeedLinks();
  /** Pages so far; rewards and number of visited links; the best relevance of late. */
  readonly #sums = Float64Array.from([0, firstUsual * firstPages, firstPages, firstBest]);
  readonly #features = new Float64Array(linkFeatures.length);
  /** Rows of the links that were taken in last, -1 for those that were visited. */
  #added = new Int32Array(128);
  readonly #places = new UrlPlaces((key, host) => this.#domains.meet(key, host));
  /** Features that are left out: 0 for every link, so that nothing can be learnt from them. */
  readonly #absent: readonly number[];

  constructor(
    private readonly judge: LearningJudge,
    /** Likeness of a few words to the topic. */
    private readonly likeness: (ids: Uint32Array) => number,
    private readonly without?: Ingredient,
  ) {
    const left = without === undefined ? undefined : featuresOf[without];
    this.#absent = (left ?? []).map((feature) => at[feature]);
  }

  /** Learns what the link to this page has brought; where only other agents had found it, what its host and template are worth. */
  learnVisit({ url, reward, relevance }: FollowedLink, isFoundElsewhere = false): void {
    const key = termId(url);
    this.#visited.at(key);
    const row = this.#outlook.find(key);
    if (row < 0) {
      if (!isFoundElsewhere) return;
      const { host, template } = this.#places.of(url);
      this.#addYield(host, template, reward, relevance);
      return;
    }
    const outlook = this.#outlook;
    this.#model.learn(this.#featuresOf(row), this.#wordsOf(row), reward);
    for (let index = 0; index < outlook.parentsKept(row); index++) {
      const parent = outlook.parent(row, index);
      this.#children[2 * parent]! += reward;
      this.#children[2 * parent + 1]!++;
    }
    this.#addYield(outlook.hostOf(row), outlook.templateOf(row), reward, relevance);
    outlook.delete(key);
  }

  /** Takes in the links of a page that was visited. */
  addLinks({ reward, links, isSeed = false }: VisitedPage): void {
    const parent = this.#newParent();
    if (isSeed) this.#seedLinks.add(parent, links.length);
    if (this.#added.length < links.length) this.#added = new Int32Array(2 * links.length);
    for (let index = 0; index < links.length; index++)
      this.#added[index] = this.#addLink(parent, reward, links[index]!);
  }

  /** The same of a sitemap, in turns of the event loop: it may have fifty thousand. */
  addEntries({ reward, links }: VisitedPage): Promise<void> {
    const parent = this.#newParent();
    return inLots(links, (link) => void this.#addLink(parent, reward, link));
  }

  #newParent(): number {
    const parent = this.#sums[0]!++;
    if (2 * parent >= this.#children.length) {
      const larger = new Float64Array(2 * this.#children.length);
      larger.set(this.#children);
      this.#children = larger;
    }
    return parent;
  }

  /** Returns its row, -1 where it was visited. */
  #addLink(parent: number, reward: number, { url, anchorTerms, urlTerms }: VisitedPage['links'][number]): number {
    const key = termId(url);
    if (this.#visited.find(key) >= 0) return -1;
    const known = this.#outlook.find(key);
    const row = known >= 0 ? known : this.#outlook.add(key, this.#keysOf(url, urlTerms));
    const anchor = this.likeness(anchorTerms);
    this.#outlook.found(row, { parent, reward, anchor, words: anchorTerms });
    return row;
  }

  /** Whether a link to it was taken in, and it was not visited since. */
  awaits(url: string): boolean {
    return this.#outlook.find(termId(url)) >= 0;
  }

  /** What a waiting URL is worth; undefined where nothing is known of it. */
  worth(url: string): number | undefined {
    const row = this.#outlook.find(termId(url));
    return row < 0 ? undefined : this.#worthOf(row);
  }

  /** The same with what it is made of: parts that add up to it. */
  score(url: string): Score | undefined {
    const row = this.#outlook.find(termId(url));
    return row < 0 ? undefined : this.#scoreOf(row);
  }

  /** The same of one of the links that were taken in last, by its place among them: nothing has to be looked up. */
  scoreOfAdded(place: number): Score | undefined {
    const row = this.#added[place]!;
    return row < 0 ? undefined : this.#scoreOf(row);
  }

  get knowledge(): Knowledge {
    const rows = (table: TermRows) =>
      numbersKnowledge(
        () => table.packed(),
        (numbers) => table.unpack(numbers),
      );
    const parts = [
      this.#model.knowledge,
      rows(this.#hosts.rows),
      rows(this.#templates.rows),
      rows(this.#visited),
      this.#outlook,
      numbersKnowledge(
        () => this.#sums,
        (numbers) => {
          this.#sums.set(exactly(numbers, this.#sums.length));
          this.#places.forget();
        },
      ),
      numbersKnowledge(
        () => this.#children,
        (numbers) => {
          if (numbers.length < 2 * this.#sums[0]! || numbers.length === 0)
            throw damagedKnowledge('by the strategy osprey', numbers.byteLength);
          this.#children = numbers;
        },
      ),
    ];
    // Crawls of version 0.1 know nothing of domains and seeds, some later ones nothing of seeds.
    return joinedKnowledge(
      [...parts, this.#domains.knowledge, this.#seedLinks.knowledge],
      [parts.length, parts.length + 1],
    );
  }

  #keysOf(url: string, urlTerms: Uint32Array) {
    const { host, template } = this.#places.of(url);
    return { host, template, url: this.likeness(urlTerms) };
  }

  #addYield(host: number, template: number, reward: number, relevance: number): void {
    this.#hosts.add(host, relevance);
    this.#domains.add(host, relevance);
    this.#templates.add(template, relevance);
    this.#sums[1]! += reward;
    this.#sums[2]!++;
    this.#sums[3] = bestOfLate(this.#sums[3]!, relevance);
  }

  get #usual(): number {
    return this.#sums[1]! / this.#sums[2]!;
  }

  #featuresOf(row: number): Float64Array {
    const outlook = this.#outlook;
    const features = this.#features;
    const usual = this.#usual;
    const [sum, links] = [outlook.sumOfRewards(row), outlook.linksTo(row)];
    const words = this.#wordsOf(row);
    features[at.parent] = outlook.bestReward(row);
    features[at.parents] = Math.log1p(sum);
    features[at.links] = Math.log1p(links);
    features[at.lift] = (sum - usual * links) / Math.sqrt(links + 1);
    features[at.anchor] = outlook.anchorLikeness(row);
    features[at.url] = outlook.urlLikeness(row);
    features[at.siblings] = this.#siblingsOf(row, usual);
    features[at.host] = shrunkMean(this.#hosts.of(outlook.hostOf(row)), usual, strengthOfYields);
    features[at.template] = shrunkMean(this.#templates.of(outlook.templateOf(row)), usual, strengthOfYields);
    features[at.words] = this.judge.rewardOfTerms(words, usual);
    for (const absent of this.#absent) features[absent] = 0;
    return features;
  }

  #siblingsOf(row: number, usual: number): number {
    let reward = strengthOfSiblings * usual;
    let pages: number = strengthOfSiblings;
    const outlook = this.#outlook;
    const parents = outlook.parentsKept(row);
    for (let index = 0; index < parents; index++) {
      const parent = outlook.parent(row, index);
      reward += this.#children[2 * parent]!;
      pages += this.#children[2 * parent + 1]!;
    }
    return reward / pages;
  }

  #worthOf(row: number): number {
    const { beforehand, learnt } = this.#expectedOf(row);
    const curiosity = this.#curiosityOf(Math.max(this.#noveltyOf(row), this.#shareOfSeeds(row)));
    return (beforehand + learnt + curiosity) * this.#allowanceFor(row);
  }

  /** The prior and what was learnt, each weighted by how far it is trusted. */
  #expectedOf(row: number) {
    const features = this.#featuresOf(row);
    const trust = this.#trustBeforehand;
    const learnt = (1 - trust) * this.#model.predict(features, this.#wordsOf(row));
    return {
      beforehand: (trust * (features[at.parent]! + features[at.anchor]! + features[at.siblings]!)) / 3,
      learnt,
      trust,
    };
  }

  get #trustBeforehand(): number {
    if (this.without === 'beforehand') return this.#model.seen === 0 ? 1 : 0;
    return this.without === 'learnt-links' ? 1 : halfTrust / (halfTrust + this.#model.seen);
  }

  #wordsOf(row: number): Words {
    return this.without === 'words' ? noWords : this.#outlook.wordsOf(row);
  }

  /** Of what a host that nobody has seen is offered, this share. */
  #curiosityOf(share: number): number {
    return this.without === 'curiosity' ? 0 : share * Math.min(mostCuriosity, curiosity / this.#sums[3]!);
  }

  /** How new the host of a link is. */
  #noveltyOf(row: number): number {
    return 1 / (1 + this.#hosts.of(this.#outlook.hostOf(row)).pages);
  }

  /** What a link on a seed has of the curiosity that the links of all seeds share. */
  #shareOfSeeds(row: number): number {
    const outlook = this.#outlook;
    const parents = outlook.parentsKept(row);
    let share = 0;
    for (let index = 0; index < parents; index++)
      share = Math.max(share, this.#seedLinks.shareOf(outlook.parent(row, index)));
    return share;
  }

  #allowanceFor(row: number): number {
    if (this.without === 'allowances') return 1;
    const best = this.#sums[3]!;
    const host = this.#outlook.hostOf(row);
    const ofHost = hostAllowance(this.#hosts.of(host), this.#domains.of(host), best);
    return ofHost * allowance(this.#templates.of(this.#outlook.templateOf(row)), best);
  }

  /** The learnt part is shared out by the evidence that each feature adds to the usual odds. */
  #scoreOf(row: number): Score {
    const { beforehand, learnt, trust } = this.#expectedOf(row);
    const features = this.#features;
    const { evidence, usual } = this.#model;
    const [novelty, ofSeeds] = [this.#noveltyOf(row), this.#shareOfSeeds(row)];
    const curiosity = this.#curiosityOf(Math.max(novelty, ofSeeds));
    const value = (beforehand + learnt + curiosity) * this.#allowanceFor(row);
    const ofUsual = (1 - trust) * usual;
    let sum = 0;
    for (let i = 0; i < evidence.length; i++) sum += evidence[i]!;
    // Where the evidence cancels out, what it gains does too; the slope there shares out the rest.
    const unit = Math.abs(sum) < 1e-9 ? ofUsual * (1 - usual) : (learnt - ofUsual) / sum;
    const third = trust / 3;
    const parts: Record<string, number> = {};
    tell(
      parts,
      'parents',
      third * features[at.parent]! +
        unit * (evidence[at.parent]! + evidence[at.parents]! + evidence[at.links]! + evidence[at.lift]!),
    );
    tell(parts, 'anchor', third * features[at.anchor]! + unit * evidence[at.anchor]!);
    tell(parts, 'url', unit * evidence[at.url]!);
    tell(parts, 'siblings', third * features[at.siblings]! + unit * evidence[at.siblings]!);
    tell(parts, 'host', unit * evidence[at.host]!);
    tell(parts, 'template', unit * evidence[at.template]!);
    tell(parts, 'words', unit * evidence[at.words]!);
    tell(parts, 'usual', ofUsual);
    tell(parts, ofSeeds > novelty ? 'seed' : 'new host', curiosity);
    tell(parts, 'deprioritised', value - (beforehand + learnt + curiosity));
    return { value, parts };
  }
}

const noWords: Words = { ids: new Uint32Array(0), from: 0, to: 0 };

/** Parts are kept with every link: in three digits, and only those that make a difference. */
function tell(parts: Record<string, number>, name: string, part: number): void {
  if (Math.abs(part) >= 0.005) parts[name] = Math.round(part * 1e3) / 1e3;
}
