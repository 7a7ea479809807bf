import { NameTable } from '../html/name-table.js';
import { scanNameWords } from './name-words.js';

const LIMIT = 4;

/** How much the names of an element speak for main text (above 0) or against it. */
export class NameScores {
  private readonly words: NameTable<number>;
  private sum = 0;
  private readonly add = (names: string, start: number, end: number): void => {
    this.sum += this.words.find(names, start, end) ?? 0;
  };

  /** Log-odds by words in lower case. */
  constructor(words: Readonly<Record<string, number>>) {
    this.words = new NameTable(Object.entries(words));
  }

  scoreOf(id: string, classes: string): number {
    this.sum = 0;
    if (id !== '') scanNameWords(id, this.add);
    if (classes !== '') scanNameWords(classes, this.add);
    return Math.max(-LIMIT, Math.min(LIMIT, this.sum)) / 2;
  }
}
