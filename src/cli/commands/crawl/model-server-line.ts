import type { Settings } from '../../../config/options.js';
import { Ledger } from '../../../strategy/model-server/ledger.js';
import { count, counted, printable } from '../../terminal/format.js';

/** What came of asking a model server, in all runs: who pays for one must see that it did not answer. */
export function modelServerLine({
  judgeUrl,
  judgeCalls,
  judgePrice,
  out,
}: Pick<Settings, 'judgeUrl' | 'judgeCalls' | 'judgePrice' | 'out'>): string[] {
  if (judgeUrl === undefined) return [];
  const { calls, failures, lastFailure, tokens, cost } = new Ledger(out, judgePrice);
  if (calls === 0) return [];
  const spent = [counted(tokens, 'token'), ...(cost > 0 ? [`cost ${cost.toPrecision(2)}`] : [])].join(', ');
  const why = ` (${printable(lastFailure ?? '')})`;
  if (failures === calls)
    return [`Model server: no answer to ${counted(calls, 'call')}${why}; pages were judged without it.`];
  return [
    `Model server: ${counted(calls, 'call')}, ${spent}` +
      `${failures === 0 ? '' : `; ${count(failures)} failed${why}`}` +
      `${calls < judgeCalls ? '' : '; --judge-calls allows no more'}.`,
  ];
}
