import { inflateMember } from '../../archive/gzip-member.js';
import { Failure } from '../../failure.js';

/** Far above any record. */
const mostBytes = 1 << 30;

/**
 * Of records that were archived together, each a gzip member, the last one: the response behind its request. Its bytes stay as
 * they are. Throws a `Failure` of policy `skip` where they are damaged.
 */
export function responseMember(records: Buffer): Buffer {
  for (let at = 0; at < records.length; ) {
    const member = inflateMember(records.subarray(at), mostBytes);
    if (typeof member === 'string') throw unreadable(member);
    if (at + member.length >= records.length) return records.subarray(at);
    at += member.length;
  }
  throw unreadable('empty');
}

function unreadable(problem: string): Failure {
  return new Failure('record-unreadable', `Cannot read a record of the archive: it is ${problem}.`, 'skip', {
    problem,
  });
}
