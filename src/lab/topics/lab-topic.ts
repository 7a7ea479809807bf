export const seedKinds = ['near', 'far'] as const;
/** Near seeds are on the topic, far ones two or more links away from it. */
export type SeedKind = (typeof seedKinds)[number];

/** What a user of the crawler would want and say, and what counts as found. URLs are canonical. */
export interface LabTopic {
  readonly id: string;
  readonly query?: string;
  readonly not: readonly string[];
  readonly genre: readonly string[];
  readonly genreTerms: readonly string[];
  readonly contentTerms: readonly string[];
  readonly urlTerms: readonly string[];
  /** A page is relevant when it carries one of these labels or one below it: `Science` also means `Science.Biology`. */
  readonly relevant: readonly string[];
  readonly near: readonly string[];
  readonly far: readonly string[];
  /** Relevant pages that a user could give. They are no finds. */
  readonly examples: readonly string[];
}
