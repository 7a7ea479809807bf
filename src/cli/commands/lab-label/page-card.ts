import type { Bodies } from '../../../archive/bodies/bodies.js';
import type { Settings } from '../../../config/options.js';
import { Failure } from '../../../failure.js';
import type { VisitRow } from '../../../model/visit.js';
import { archivedMainText } from '../../../reading/archived-page.js';
import { TextPipeline } from '../../../text/text-pipeline.js';
import { printable } from '../../terminal/format.js';
import { wrapped } from '../../terminal/terminal-text.js';

type Shown = Pick<VisitRow, 'url' | 'title' | 'archive'>;

const words = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu;

/** How query words are shown. */
export interface Marks {
  readonly open: string;
  readonly shut: string;
}

/** Shows a page to a person who is to judge it: what it says, and nothing of what the crawl thinks of it. */
export class PageCard {
  readonly #pipeline: TextPipeline;
  readonly #wanted: ReadonlySet<string>;

  constructor(
    private readonly bodies: Bodies,
    settings: Settings,
    private readonly marks: Marks,
    private readonly width: number,
  ) {
    const { language, stem, query = '', contentTerms, genreTerms } = settings;
    this.#pipeline = new TextPipeline({ language, stem });
    this.#wanted = new Set([query, ...contentTerms, ...genreTerms].flatMap((text) => this.#pipeline.terms(text)));
  }

  /** `characters`: how much of the main text. */
  async lines(row: Shown, characters: number): Promise<string[]> {
    const title = printable(row.title || '(no title)', 500);
    const text = await this.#textOf(row, characters);
    return [
      ...this.#paragraph(title),
      printable(row.url, 2_048),
      '',
      ...(text === '' ? ['(No text was kept; open the page itself.)'] : this.#paragraph(text)),
    ];
  }

  #paragraph(text: string): string[] {
    return wrapped(text, this.width).map((line) => line.replace(words, (word) => this.#marked(word)));
  }

  #marked(word: string): string {
    const terms = this.#pipeline.terms(word);
    const isWanted = terms.length > 0 && terms.every((term) => this.#wanted.has(term));
    return isWanted ? `${this.marks.open}${word}${this.marks.shut}` : word;
  }

  async #textOf(row: Shown, characters: number): Promise<string> {
    try {
      return printable(await archivedMainText(this.bodies, row), characters);
    } catch (thrown) {
      if (thrown instanceof Failure && thrown.policy === 'skip') return '';
      throw thrown;
    }
  }
}
