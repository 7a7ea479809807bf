import type { Candidate, MergeRule, Rescore } from '../../../model/frontier.js';
import type { HostTurnRequest, Message } from './outbox.js';

export type { HostTurnRequest };

/** What others have sent to the owner of their hosts. */
export interface Messages {
  readonly found: { readonly candidate: Candidate; readonly parent: number }[];
  readonly rescores: Rescore[];
  readonly turns: HostTurnRequest[];
}

/** `merge`: how the strategy here merges scores, where that is a function. */
export function readMessages(rows: readonly { readonly data: string }[], merge: MergeRule = 'max'): Messages {
  const messages: Messages = { found: [], rescores: [], turns: [] };
  for (const { data } of rows) {
    const message = readMessage(data);
    if ('turn' in message) messages.turns.push(message.turn);
    else if ('rescore' in message) messages.rescores.push(message.rescore);
    else {
      const { candidate, parent } = message;
      const rule = candidate.merge === 'own' ? merge : candidate.merge;
      messages.found.push({ candidate: { ...candidate, merge: rule }, parent });
    }
  }
  return messages;
}

function readMessage(data: string): Message {
  return JSON.parse(data, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && '$number' in value ? Number(value.$number) : value,
  ) as Message;
}
