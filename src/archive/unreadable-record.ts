import { Failure } from '../failure.js';

/** Where a record should be, in a file given by path or by open descriptor. */
export interface RecordRange {
  readonly file: string | number;
  readonly offset: number;
  readonly length: number;
}

export function unreadableRecord(problem: string, { file, offset, length }: RecordRange): Failure {
  const where = typeof file === 'string' ? `of ${file} at byte ${offset}` : `at byte ${offset}`;
  return new Failure('record-unreadable', `The record ${where} cannot be read: it is ${problem}.`, 'skip', {
    problem,
    offset,
    length,
  });
}
