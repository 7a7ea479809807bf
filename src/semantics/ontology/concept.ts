/** A concept of an ontology as its file has it. */
export interface Concept {
  readonly id: string;
  /** Its names, the preferred one first. */
  readonly labels: string[];
  /** Ids of the concepts that it is a kind of, or narrower than. */
  readonly broader: string[];
}

/** Longer ones are definitions that went astray, and no page is compared with them. */
const longestLabel = 200;

/** Concepts as they come in, by id: files say things of a concept in any order. */
export class Concepts {
  readonly #byId = new Map<string, Concept>();

  get(id: string): Concept {
    let concept = this.#byId.get(id);
    if (concept === undefined) {
      concept = { id, labels: [], broader: [] };
      this.#byId.set(id, concept);
    }
    return concept;
  }

  addLabel(id: string, label: string, isPreferred: boolean): void {
    const text = label.trim();
    const { labels } = this.get(id);
    if (text === '' || text.length > longestLabel || labels.includes(text)) return;
    if (isPreferred) labels.unshift(text);
    else labels.push(text);
  }

  addBroader(id: string, broader: string): void {
    const concept = this.get(id);
    if (id !== broader && !concept.broader.includes(broader)) concept.broader.push(broader);
  }

  remove(id: string): void {
    this.#byId.delete(id);
  }

  /** Those with a name. */
  named(): Concept[] {
    return [...this.#byId.values()].filter(({ labels }) => labels.length > 0);
  }
}
