import { Failure } from '../../failure.js';

export function damagedKnowledge(snapshot: Uint8Array): Failure {
  const message = 'The saved weight table is damaged: re-judge the crawl or start it anew.';
  return new Failure('weight-table-damaged', message, 'fatal', { bytes: snapshot.length });
}
