interface Node {
  readonly next: Map<number, Node>;
  /** Id of the phrase that ends here, 0 if none does. */
  phrase: number;
}

/** Finds known phrases, given as sequences of term ids, in a sequence of term ids. */
export class Phrases {
  readonly #root: Node = { next: new Map(), phrase: 0 };

  get empty(): boolean {
    return this.#root.next.size === 0;
  }

  add(words: ArrayLike<number>, phrase: number): void {
    let node = this.#root;
    for (let i = 0; i < words.length; i++) {
      let next = node.next.get(words[i]!);
      if (next === undefined) {
        next = { next: new Map(), phrase: 0 };
        node.next.set(words[i]!, next);
      }
      node = next;
    }
    node.phrase = phrase;
  }

  /** Reports the phrases whose first word is at `start`, shorter ones first. */
  match(words: Uint32Array, start: number, found: (phrase: number) => void): void {
    let node = this.#root.next.get(words[start]!);
    for (let end = start + 1; node !== undefined; end++) {
      if (node.phrase !== 0) found(node.phrase);
      if (end >= words.length) break;
      node = node.next.get(words[end]!);
    }
  }
}
