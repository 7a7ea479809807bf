import type { Candidate, Claim, Rejection, Rescore } from '../frontier/frontier.js';
import type { Page } from '../page/page.js';
import type { Visit } from '../store/visit.js';
import type { Judgement, LinkScore } from '../strategy/strategy.js';
import type { AgentParts, AgentRules } from './agent.js';

type Fetched = Pick<Visit, 'fetchedAt' | 'status' | 'bytes'>;

/** What is made of a page that arrived: the content-seen test, the words that are not meant, the judgement, its links. */
export class PageVerdict {
  /** Fingerprints of pages in the present batch, which the store does not know yet. */
  private readonly inBatch = new Map<string, string>();

  constructor(private readonly parts: AgentParts) {}

  beginBatch(): void {
    this.inBatch.clear();
  }

  async of(
    claim: Claim,
    page: Page,
    fetched: Fetched,
    rescores: Rescore[],
    now: number,
  ): Promise<{ visit: Visit; links: Candidate[] }> {
    const { strategy, topic, store, collectsExamples } = this.parts;
    const facts = { ...fetched, ...factsOf(page) };
    if (collectsExamples) {
      const judgement = { relevance: 1, raw: 1, relevant: false, parts: {} };
      const { seeds } = collectsExamples;
      const links = seeds === undefined ? [] : this.seeds({ ...claim, agent: seeds }, page, now);
      return { visit: { ...facts, outcome: 'example', reason: '', judgement, terms: page.terms }, links };
    }
    const copyOf = this.inBatch.get(page.fingerprint) ?? (await store.records.copyOf(page.fingerprint));
    if (copyOf !== undefined) {
      const judgement = { ...(await strategy.judge(page)), relevant: false };
      const visit: Visit = { ...facts, outcome: 'duplicate', reason: 'duplicate-content', detail: copyOf, judgement };
      return { visit, links: this.rejected(claim, page, 'duplicate-page') };
    }
    this.inBatch.set(page.fingerprint, claim.url);
    const unmeant = topic.unmeantWords(page);
    if (unmeant !== undefined) {
      const judgement = { relevance: 0, raw: 0, relevant: false, parts: unmeant };
      const visit: Visit = { ...facts, ...ignoredFor(unmeant), judgement };
      return { visit, links: this.rejected(claim, page, 'ignored-page') };
    }
    return this.judged(claim, page, facts, rescores, now);
  }

  private async judged(
    claim: Claim,
    page: Page,
    facts: Fetched,
    rescores: Rescore[],
    now: number,
  ): Promise<{ visit: Visit; links: Candidate[] }> {
    const { strategy } = this.parts;
    const judgement = await strategy.judge(page);
    const relevant = isRelevant(judgement, this.parts.rules);
    const links = this.candidates(claim, page, await strategy.rank(page, judgement, page.links), now);
    const visit: Visit = { ...facts, outcome: 'page', reason: '', judgement: { ...judgement, relevant } };
    if (strategy.learn === undefined) return { visit, links };
    rescores.push(
      ...(strategy.learn({ url: page.url, terms: page.terms, judgement, relevant, depth: claim.depth }) ?? []),
    );
    return { visit: { ...visit, terms: page.terms }, links };
  }

  private candidates(claim: Claim, page: Page, scores: readonly LinkScore[], now: number): Candidate[] {
    const { rules, strategy, scope } = this.parts;
    const expiresAt = rules.expire === Number.POSITIVE_INFINITY ? undefined : now + rules.expire;
    // Plain objects of one shape: this is done for every link of every page.
    return page.links.map((link, index) => {
      const score = scores[index]!;
      const followed = rules.followNofollow || !(link.nofollow || page.nofollow);
      return {
        url: link.url,
        agent: claim.agent,
        level: score.level ?? 1,
        depth: claim.depth + 1,
        score,
        merge: strategy.merge,
        anchor: link.anchor,
        rejected: followed ? scope.rejection(link.url, claim.depth + 1) : 'nofollow',
        expiresAt,
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
    const { agent, depth } = claim;
    return page.links.map(({ url, anchor }) => ({
      url,
      agent,
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

/** Relevant is what reaches the threshold: of the scaled relevance, or of the raw score where that is asked for. */
export function isRelevant(
  { relevance, raw }: Judgement,
  { threshold, rawThreshold }: Pick<AgentRules, 'threshold' | 'rawThreshold'>,
): boolean {
  return rawThreshold === undefined ? relevance >= threshold : raw >= rawThreshold;
}

/** What a visit is whose page holds words that are not meant. */
export function ignoredFor(unmeant: Readonly<Record<string, number>>): Pick<Visit, 'outcome' | 'reason' | 'detail'> {
  return { outcome: 'ignored', reason: 'not-words', detail: Object.keys(unmeant).join(', ') };
}

function factsOf(page: Page) {
  const { contentType, title, language, published, author, noindex, fingerprint } = page;
  return {
    contentType,
    title,
    language,
    noindex,
    fingerprint,
    ...(published && { published }),
    ...(author && { author }),
  };
}
