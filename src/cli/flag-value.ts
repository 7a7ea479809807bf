import { BadValue, type OptionKind } from '../config/option-kind.js';
import { UsageError } from '../failure.js';

/** The value of a flag that one command has for itself, outside the options table. */
export function flagValue<Value>(kind: OptionKind<Value>, given: string, flag: string): Value {
  try {
    return kind.parse(given, 'flag');
  } catch (thrown) {
    if (!(thrown instanceof BadValue)) throw thrown;
    throw new UsageError('bad-flag', `${flag}: ${thrown.message}${thrown.message.endsWith('?') ? '' : '.'}`, {
      flag,
      given,
    });
  }
}
