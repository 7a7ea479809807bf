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
  }

  get hasRules(): boolean {
    return this.#rules.some((row) => row.some((confidence) => confidence > 0));
  }

  /** For the links of a page of class `own`. */
  place(own: number, links: readonly Link[]): LinkScore[] {
    const expected = links.map((link) => this.#expect(own, link));
    const relevance = this.#relevanceOf(own, expected);
    return expected.map(({ label, part, value }) => {
      const chain = this.#chains[label];
      if (chain === undefined) return { value: 0, parts: { 'own class': relevance, [part]: value }, pruned: true };
      const { confidence, hops } = chain;
      const parts = { 'own class': relevance, chain: confidence, [part]: value };
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

  /** R[p], eq 1: NH(i→i) / (NH(i→i) + NH(i→j)), or the confidence of the rule i → i: the same over the training links. */
  #relevanceOf(own: number, expected: readonly Expected[]): number {
    if (this.options.relevance === 'confidence') return this.#rules[own]![own]!;
    let same = 0;
    for (const { label } of expected) if (label === own) same++;
    return expected.length === 0 ? 0 : same / expected.length;
  }
}
