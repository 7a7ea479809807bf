import type { Knowledge } from '../../model/strategy.js';
import { termId } from '../../text/term-id.js';
import { TermRows } from '../../text/term-rows.js';
import { registrableDomain } from '../../url/registrable-domain.js';
import { joinedKnowledge } from '../joined-knowledge.js';
import { numbersKnowledge } from './numbers-knowledge.js';
import { type Yield, Yields } from './yields.js';

/** What registrable domains have brought, asked for by the hash of a host. */
export class DomainYields {
  readonly #yields = new Yields();
  /** The hash of the domain of every host met. */
  readonly #domains = new TermRows(1);

  /** To be called before anything is known of the host. */
  meet(hostKey: number, host: string): void {
    if (this.#domains.find(hostKey) >= 0) return;
    const at = this.#domains.at(hostKey);
    this.#domains.values[at] = termId(registrableDomain(host));
  }

  add(hostKey: number, reward: number): void {
    const at = this.#domains.find(hostKey);
    if (at >= 0) this.#yields.add(this.#domains.values[at]!, reward);
  }

  /** Nothing of a host that was never met. */
  of(hostKey: number): Yield {
    const at = this.#domains.find(hostKey);
    return at < 0 ? { pages: 0, reward: 0 } : this.#yields.of(this.#domains.values[at]!);
  }

  get knowledge(): Knowledge {
    return joinedKnowledge(
      [this.#yields.rows, this.#domains].map((rows) =>
        numbersKnowledge(
          () => rows.packed(),
          (numbers) => rows.unpack(numbers),
        ),
      ),
    );
  }
}
