import type { Settings } from '../../../config/options.js';
import { options } from '../../../config/options.js';
import type { SpendingState } from '../../../model/frontier.js';
import { count, counted } from '../../terminal/format.js';

/** What a running crawl waits for, among other figures; nothing where it does not wait. */
export function waitingInShort({ waiting }: SpendingState, now: number): string[] {
  if (waiting === undefined || waiting.until <= now) return [];
  const seconds = ((waiting.until - now) / 1000).toFixed(1);
  return [`waiting for ${counted(waiting.hosts, 'host')} worth more: next in ${seconds} s`];
}

/** How a crawl spends its budget, as far as it has told. */
export function spendingInWords({ prefer, exploration }: Settings, told: SpendingState | undefined): string {
  const explored =
    told === undefined ? '' : `; ${count(told.explored)} spent on new hosts (--exploration ${exploration})`;
  const rule = `${options.prefer.kind.format(prefer)} (--prefer)`;
  if (told?.price === undefined) return `${rule}: no page is left for a better one just now${explored}`;
  const { hosts } = told.waiting ?? { hosts: 0 };
  const wait = hosts === 0 ? '' : `, waiting for ${counted(hosts, 'host')} worth more`;
  return `${rule}: pages of a priority below ${shortly(told.price.priority)} are left while better ones open soon${wait}${explored}`;
}

/** Why a queued URL of this place is not visited, where that is for its price. */
export function priceInWords(
  { price, waiting }: SpendingState,
  { level, priority }: { readonly level: number; readonly priority: number },
): string | undefined {
  if (price === undefined) return undefined;
  const isEnough = level < price.level || (level === price.level && priority >= price.priority);
  if (isEnough)
    return `It is worth the price of a page (priority ${shortly(price.priority)}): it waits for its host's turn.`;
  const others =
    waiting === undefined
      ? 'hosts that are'
      : `${counted(waiting.hosts, 'host')} that ${waiting.hosts === 1 ? 'is' : 'are'}`;
  return `The budget can still buy better pages (of priority ${shortly(price.priority)} and more): ${others} worth more come first (--prefer).`;
}

function shortly(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toPrecision(3);
}
