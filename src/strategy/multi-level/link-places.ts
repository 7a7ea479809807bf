import { likeliest } from '../../learning/bayes/naive-bayes.js';
import { bestChains, type Chain, classRules, type RuleLimits } from '../../learning/class-rules.js';
import type { Taxonomy } from '../../learning/taxonomy.js';
import type { Link } from '../../model/page.js';
import type { LinkScore } from '../../model/strategy.js';

export interface PlacingOptions {
  readonly limits: RuleLimits;
  readonly levels: number;
  /** Least probability of a class for anchor text and URL to be evidence of it. */
  readonly certainty: number;
  readonly relevance: 'counts' | 'confidence';
}

/** The class that a link is expected to lead to, and what that rests on, as a part of its score. */
interface Expected {
  readonly label: number;
  readonly part: string;
  readonly value: number;
}

/** Gives the links of a page their levels and priorities by the rules between classes. */
export class LinkPlaces {
  readonly #rules: readonly (readonly number[])[];
  readonly #chains: readonly (Chain | undefined)[];
  /** By class of the page: where the strongest rule leads; the class itself where it has no rule. */
  readonly #byRule: readonly Expected[];
  /** By class of the page: the confidence of its rules that lead to a wanted class. */
  readonly #confidence: readonly number[];
  readonly #isTarget: readonly boolean[];
  /** Wanted classes: as many of the links that R[p] is smoothed by. */
  readonly #prior: number;
  readonly #partOfClass: readonly string[];

  constructor(
    private readonly taxonomy: Taxonomy,
    private readonly options: PlacingOptions,
  ) {
    const { classes, targets, linkCounts } = taxonomy.model;
    this.#rules = classRules(linkCounts, options.limits);
    this.#chains = bestChains(this.#rules, targets, options.levels - 1);
    this.#byRule = this.#rules.map((row, own) => {
      const strongest = likeliest(row);
      const label = row[strongest]! > 0 ? strongest : own;
      return { label, part: `by rule ${classes[label]}`, value: row[label]! };
    });
    this.#partOfClass = classes.map((name) => `expected ${name}`);
    this.#isTarget = classes.map((_, label) => targets.includes(label));
    this.#prior = targets.length;
    this.#confidence = this.#rules.map((row) => targets.reduce((sum, target) => sum + row[target]!, 0));
  }

  get hasRules(): boolean {
    return this.#rules.some((row) => row.some((confidence) => confidence > 0));
  }

  /** For the links of a page of class `own`. Those without a chain of rules come after all levels; none is dropped. */
  place(own: number, links: readonly Link[]): LinkScore[] {
    const expected = links.map((link) => this.#expect(own, link));
    const relevance = this.#relevanceOf(own, expected);
    const last = this.options.levels + 1;
    return expected.map(({ label, part, value }) => {
      const chain = this.#chains[label];
      if (chain === undefined)
        return { value: relevance, level: last, parts: { 'to topic': relevance, [part]: value } };
      const { confidence, hops } = chain;
      const parts = { 'to topic': relevance, chain: confidence, [part]: value };
      return { value: relevance * confidence, level: 1 + hops, parts };
    });
  }

  /** Anchor text and URL are evidence if they have a term that training links had and make one class likely enough. */
  #expect(own: number, { anchorTerms, urlTerms }: Link): Expected {
    const { probabilities, known } = this.taxonomy.links.posteriorOfIds(anchorTerms, urlTerms);
    const label = likeliest(probabilities);
    const value = probabilities[label]!;
    if (known === 0 || value < this.options.certainty) return this.#byRule[own]!;
    return { label, part: this.#partOfClass[label]!, value };
  }

  /**
   * R[p], eq 1: NH(p→i) / (NH(p→i) + NH(p→j)), i being what is wanted: with the page's own class instead, a clique of pages off the
   * topic would have an R of 1 and a list of wanted ones on such a page an R near 0. One link to each class is added, so that a page
   * with few links is not sure to lead anywhere. Or the confidence of the rules from the page's class to what is wanted: the same over
   * the training links.
   */
  #relevanceOf(own: number, expected: readonly Expected[]): number {
    if (this.options.relevance === 'confidence') return this.#confidence[own]!;
    let wanted = this.#prior;
    for (const { label } of expected) if (this.#isTarget[label]) wanted++;
    return wanted / (expected.length + this.#isTarget.length);
  }
}
