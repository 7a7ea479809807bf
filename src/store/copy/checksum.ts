import { hashNumber, textHash } from '../../url/hash64.js';
import type { NeutralRow } from './copied-tables.js';

/** Of all rows of a table: how many, and the sum of their hashes, which does not depend on their order. */
export class Checksum {
  private rows = 0;
  private sum = 0n;

  add(row: NeutralRow): void {
    this.rows++;
    this.sum = BigInt.asUintN(64, this.sum + hashNumber(textHash(JSON.stringify(row))));
  }

  toString(): string {
    return `${this.rows} rows, checksum ${this.sum.toString(16).padStart(16, '0')}`;
  }

  get count(): number {
    return this.rows;
  }
}
