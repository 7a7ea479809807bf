import { bucketOf } from '../../../frontier/bucket-of.js';
import type { OtherOwners, UrlRescore } from '../../../frontier/frontier-tables.js';
import type { Candidate, MergeRule } from '../../../model/frontier.js';
import { hostOf } from '../../../url/canonical-url.js';

/** What one worker passes on to the owner of a bucket. A rule that is a function cannot travel: the owner has the same one. */
export type Message =
  | { readonly candidate: Omit<Candidate, 'merge'> & { readonly merge: MergeRule | 'own' }; readonly parent: number }
  | { readonly rescore: UrlRescore }
  /** This worker asks for a turn of a host. */
  | { readonly turn: HostTurnRequest };

export interface HostTurnRequest {
  readonly host: string;
  readonly worker: number;
  readonly now: number;
}

/** Passes on what is found for hosts of other workers, in the transaction of the visit that found it. */
export class Outbox implements OtherOwners {
  constructor(
    private readonly own: ReadonlySet<number>,
    private readonly send: (message: { readonly bucket: number; readonly data: string }) => void,
  ) {}

  offer(candidate: Candidate, parent: number): boolean {
    const bucket = bucketOf(hostOf(candidate.url));
    if (this.own.has(bucket)) return false;
    const { anchor: _, merge, ...rest } = candidate;
    const message: Message = { candidate: { ...rest, merge: typeof merge === 'function' ? 'own' : merge }, parent };
    this.send({ bucket, data: JSON.stringify(message, finiteOrText) });
    return true;
  }

  rescore(rescore: UrlRescore): boolean {
    const bucket = bucketOf(hostOf(rescore.url));
    if (this.own.has(bucket)) return false;
    this.send({ bucket, data: JSON.stringify({ rescore } satisfies Message, finiteOrText) });
    return true;
  }
}

/** Asks the owner of a host for a turn of it. */
export function turnMessage(turn: HostTurnRequest): { readonly bucket: number; readonly data: string } {
  return { bucket: bucketOf(turn.host), data: JSON.stringify({ turn } satisfies Message) };
}

/** What `readMessages` turns back into a number. */
function finiteOrText(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? { $number: String(value) } : value;
}
