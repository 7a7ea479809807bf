import { Failure } from '../failure.js';
import type { Scope } from '../frontier/scope.js';
import type { CrawlRecords } from '../model/crawl-store.js';
import type { Features } from '../model/features.js';
import type { Candidate, Claim, Rejection, Settlement } from '../model/frontier.js';
import type { Page } from '../model/page.js';
import type { Judgement, LearntVisit, LinkScore, Reached, Strategy } from '../model/strategy.js';
import type { Visit } from '../model/visit.js';
import { judgementOf } from '../strategy/judgement-of.js';
import type { Topic } from '../topic/topic.js';
import type { AgentParts, AgentRules } from './agent.js';
import type { ContentSeen } from './content-seen.js';
import type { Fetched, PageNote } from './outcome.js';

/** What of an agent's parts it takes to decide on a page. */
export interface PageProcessorParts extends Pick<AgentParts, 'strategy' | 'collectsExamples'> {
  readonly topic: Pick<Topic, 'excludedTermsIn'>;
  readonly contents: Pick<ContentSeen, 'copied'>;
  readonly store: { readonly records: Pick<CrawlRecords, 'inheritedState'> };
  readonly scope: Pick<Scope, 'rejection'>;
  readonly rules: Pick<AgentRules, 'threshold' | 'rawThreshold' | 'followNofollow' | 'expire' | 'expirePages'>;
}

/** A page, or a sitemap, whose turn has come. */
export interface ArrivedPage {
  readonly claim: Claim;
  readonly page: Page;
  readonly fetched: Fetched;
  readonly note?: PageNote;
  readonly now: number;
  /** What the strategy's `features` made of it, where it has them and judges the page. */
  readonly features?: Features;
}

/** `learnt`: what other agents may learn from it. */
type Verdict = Pick<Settlement, 'links' | 'rescores'> & { readonly visit: Visit; readonly learnt?: LearntVisit };

interface Ranked {
  readonly reached: Reached;
  readonly judgement: Judgement;
  readonly links: readonly Candidate[];
}

/** What is made of a page that arrived: the content-seen tests, the words that are not meant, the judgement, its links. */
export class PageProcessor {
  constructor(private readonly parts: PageProcessorParts) {}

  async of(arrived: ArrivedPage): Promise<Verdict> {
    const { topic, contents, collectsExamples } = this.parts;
    const { claim, page, fetched, now } = arrived;
    const facts = { contentType: page.contentType, ...fetched, ...factsOf(page), ...this.keptFeatures(arrived) };
    if (collectsExamples) {
      const judgement = { relevance: 1, raw: 1, relevant: false, parts: {} };
      const { seeds } = collectsExamples;
      const links = seeds === undefined ? [] : this.seeds({ ...claim, queue: seeds }, page, now);
      const lesson = { terms: page.terms, links: [] };
      return { visit: { outcome: 'example', reason: '', ...facts, judgement, lesson }, links };
    }
    // Pages that are empty without scripts are all alike, and no copies of each other.
    const copied = page.needsScripts ? undefined : await contents.copied(claim, page);
    if (copied !== undefined) {
      const judgement = kept(await this.judge(arrived, await this.reached(claim)), false);
      const visit: Visit = { outcome: 'duplicate', ...facts, ...copied, judgement };
      return { ...(await this.wasted(arrived, visit)), links: this.rejected(claim, page, 'duplicate-page') };
    }
    const excludedTerms = topic.excludedTermsIn(page);
    if (excludedTerms !== undefined) {
      const judgement = { relevance: 0, raw: 0, relevant: false, parts: excludedTerms };
      const visit: Visit = { judgement, ...facts, ...ignoredFor(excludedTerms) };
      return { ...(await this.wasted(arrived, visit)), links: this.rejected(claim, page, 'ignored-page') };
    }
    return this.judged(arrived, facts);
  }

  private async judged(arrived: ArrivedPage, facts: Fetched): Promise<Verdict> {
    const { strategy } = this.parts;
    const { page, note } = arrived;
    const { reached, judgement, links } = await this.ranked(arrived);
    const relevant = isRelevant(judgement, this.parts.rules);
    // Own fields before copied ones, here and below: Node 20 gives each object that begins with a copy and adds to it a shape of its own.
    const visit: Visit = { outcome: 'page', reason: '', ...facts, ...note, judgement: kept(judgement, relevant) };
    if (strategy.learn === undefined) return { visit, links };
    const lesson = lessonOf(strategy, page);
    const learnt = { url: page.url, judgement, relevant, reached, ...lesson, ...givenFeatures(arrived) };
    const rescores = strategy.learn(learnt);
    // Where nothing is kept of what was learnt, nothing has to be learnt again.
    return {
      visit: strategy.knowledge === undefined ? visit : { lesson, ...visit },
      links,
      learnt,
      ...(rescores && { rescores }),
    };
  }

  /** What the strategy makes of the page and its links. */
  async ranked(arrived: ArrivedPage): Promise<Ranked> {
    const { strategy } = this.parts;
    const { claim, page, features, now } = arrived;
    const reached = await this.reached(claim);
    const judgement = await this.judge(arrived, reached);
    const scores = await strategy.rank(page, judgement, page.links, reached, features);
    if (scores.length !== page.links.length) throw miscounted(strategy, page, scores.length);
    return { reached, judgement, links: this.candidates(claim, page, scores, now) };
  }

  /** The features of the page as they are kept with its visit. */
  keptFeatures({ features }: ArrivedPage): Pick<Visit, 'features'> {
    return features === undefined ? {} : { features: { strategy: this.parts.strategy.name, value: features } };
  }

  private judge({ page, features }: ArrivedPage, reached: Reached): Promise<Judgement> {
    return judgementOf(this.parts.strategy, page, reached, features);
  }

  /** A page that was fetched for nothing teaches that, where the strategy wants to know. */
  private async wasted(arrived: ArrivedPage, visit: Visit): Promise<Pick<Verdict, 'visit' | 'learnt'>> {
    const { strategy } = this.parts;
    const { claim } = arrived;
    if (!strategy.lessons?.waste) return { visit };
    const { relevant, ...judgement } = visit.judgement!;
    const reached = await this.reached(claim);
    const learnt = { url: claim.url, judgement, relevant, reached, ...nothingLearnt, ...givenFeatures(arrived) };
    strategy.learn?.(learnt);
    return { visit: strategy.knowledge === undefined ? visit : { lesson: nothingLearnt, ...visit }, learnt };
  }

  private async reached({ depth, level, priorityParent }: Claim): Promise<Reached> {
    const { strategy, store } = this.parts;
    const from = strategy.queueing?.inherits ? await store.records.inheritedState(priorityParent) : undefined;
    return { depth, level, ...(from && { from }) };
  }

  private candidates(claim: Claim, page: Page, scores: readonly LinkScore[], now: number): Candidate[] {
    const { rules, strategy, scope } = this.parts;
    const { expiresAt, expiresAfter } = expiryOf(rules, now);
    const merge = strategy.queueing?.merge ?? 'max';
    // Plain objects of one shape: this is done for every link of every page.
    return page.links.map((link, index) => {
      const score = scores[index]!;
      const followed = rules.followNofollow || !(link.nofollow || page.nofollow);
      const rejected = followed ? scope.rejection(link.url, claim.depth + 1) : 'nofollow';
      return {
        url: link.url,
        queue: claim.queue,
        level: score.level ?? 1,
        depth: claim.depth + 1,
        score,
        merge,
        anchor: link.anchor,
        modifiedAt: link.modifiedAt,
        rejected: rejected ?? (score.pruned ? 'pruned' : undefined),
        expiresAt,
        expiresAfter,
      };
    });
  }

  private seeds(claim: Claim, page: Page, now: number): Candidate[] {
    return this.candidates(
      claim,
      page,
      page.links.map(() => ({ value: 1, parts: { example: 1 } })),
      now,
    );
  }

  /** The links of a page that is not followed are remembered with the reason; another page may still lead there. */
  private rejected(claim: Claim, page: Page, rejected: Rejection): Candidate[] {
    const { queue, depth } = claim;
    return page.links.map(({ url, anchor }) => ({
      url,
      queue,
      level: 1,
      depth: depth + 1,
      score: unscored,
      merge: 'keep',
      anchor,
      rejected,
    }));
  }
}

const unscored = { value: 0, parts: {} };
/** What a page teaches that was fetched for nothing. */
export const nothingLearnt = { terms: { ids: new Uint32Array(0), counts: new Uint32Array(0) }, links: [] };

function miscounted({ name }: Strategy, { url, links }: Page, scores: number): Failure {
  const message = `The strategy ${name} gave ${scores} scores for the ${links.length} links of ${url}; rank must give one each.`;
  return new Failure('bad-rank', message, 'fatal', { url });
}

/** What the strategy may learn of the page; to be asked before it learns. */
export function lessonOf({ lessons }: Strategy, { terms, links }: Page): NonNullable<Visit['lesson']> {
  return { terms, links: lessons?.of === 'links' ? links : [] };
}

/** As `learn` is given them. */
export function givenFeatures({
  features,
}: {
  readonly features?: Features | undefined;
}): Pick<LearntVisit, 'features'> {
  return features === undefined ? {} : { features };
}

/** When a URL that enters the queue now is to be forgotten. */
export function expiryOf(
  { expire, expirePages }: Pick<AgentRules, 'expire' | 'expirePages'>,
  now: number,
): Pick<Candidate, 'expiresAt' | 'expiresAfter'> {
  return {
    expiresAt: Number.isFinite(expire) ? now + expire : undefined,
    expiresAfter: Number.isFinite(expirePages) ? expirePages : undefined,
  };
}

/** The judgement as it is kept, whatever else a strategy of the user's own put into it. */
function kept(
  { relevance, raw, parts, inheritedState }: Judgement,
  relevant: boolean,
): NonNullable<Visit['judgement']> {
  return { relevance, raw, relevant, parts, ...(inheritedState && { inheritedState }) };
}

/** Relevant is what reaches the threshold: of the scaled relevance, or of the raw score where that is asked for. */
export function isRelevant(
  { relevance, raw }: Judgement,
  { threshold, rawThreshold }: Pick<AgentRules, 'threshold' | 'rawThreshold'>,
): boolean {
  return rawThreshold === undefined ? relevance >= threshold : raw >= rawThreshold;
}

/** What a visit is whose page holds words that are not meant. */
export function ignoredFor(
  excludedTerms: Readonly<Record<string, number>>,
): Pick<Visit, 'outcome' | 'reason' | 'detail'> {
  return { outcome: 'ignored', reason: 'not-words', detail: Object.keys(excludedTerms).join(', ') };
}

function factsOf(page: Page) {
  const { title, language, published, modified, author, noindex, fingerprint, simhash } = page;
  return {
    title,
    language,
    noindex,
    fingerprint,
    ...(simhash && { simhash }),
    ...(published && { published }),
    ...(modified && { modified }),
    ...(author && { author }),
  };
}
