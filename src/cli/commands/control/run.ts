import type { RawOptions } from '../../../config/layer.js';
import { nearest } from '../../../config/nearest.js';
import { flagOf } from '../../../config/option.js';
import type { CommandReceipt } from '../../../crawl/control/crawl-control.js';
import { type OpenControl, openControl } from '../../../crawl/control/open-control.js';
import { UsageError } from '../../../failure.js';
import { redacted } from '../../../redact.js';
import { exitCodes } from '../../exit-codes.js';
import { logLines, receiptInWords } from './control-lines.js';

export interface ControlFlags {
  readonly by?: string;
  readonly json?: boolean;
  /** False with --no-wait. */
  readonly wait?: boolean;
}

/** `--no-wait`: the command is kept, and that is all. */
const noWait = 0;

const actions = ['pause', 'resume', 'stop', 'seed', 'block', 'set', 'log'] as const;
type Action = (typeof actions)[number];

/** `osprey control`: steers a crawl that another process runs. */
export async function controlCommand(
  folder: string,
  name: string,
  values: readonly string[],
  changes: RawOptions,
  { by, json, wait }: ControlFlags,
): Promise<number> {
  const action = actionOf(name);
  checkArguments(action, values, changes);
  const opened = await openControl(folder, {
    ...(by !== undefined && { by }),
    ...(wait === false && { wait: noWait }),
  });
  try {
    if (action === 'log') await tellLog(opened, json);
    else {
      const receipt = await given(action, opened, values, changes);
      const running = await opened.isRunning();
      process.stdout.write(
        json
          ? `${JSON.stringify({ ...receipt, running })}\n`
          : `${receiptInWords(receipt, { folder: redacted(folder), running })}\n`,
      );
    }
    return exitCodes.ok;
  } finally {
    opened.close();
  }
}

async function given(
  action: Exclude<Action, 'log'>,
  control: OpenControl,
  values: readonly string[],
  changes: RawOptions,
): Promise<CommandReceipt> {
  switch (action) {
    case 'pause':
    case 'resume':
    case 'stop':
      return control[action]();
    case 'seed':
      return control.addSeeds(values);
    case 'block':
      return control.block(values);
    case 'set':
      return control.change(changes, 'flags');
  }
}

function actionOf(name: string): Action {
  const action = actions.find((known) => known === name);
  if (action !== undefined) return action;
  const guess = nearest(name, actions);
  throw new UsageError(
    'unknown-action',
    `There is no action "${name}"${guess ? `; did you mean "${guess}"?` : '.'} Known are ${actions.join(', ')}.`,
    { name },
  );
}

/** What the action has no use for was meant for another one. */
function checkArguments(action: Action, values: readonly string[], changes: RawOptions): void {
  const [option] = Object.keys(changes);
  if (action !== 'set' && option !== undefined)
    throw new UsageError(
      'control-arguments',
      `${flagOf(option)} goes with "set": osprey control DIR set ${flagOf(option)} …`,
    );
  if (action !== 'seed' && action !== 'block' && values.length > 0) {
    const instead = action === 'set' ? 'options, such as --max-pages 2000' : 'nothing';
    throw new UsageError('control-arguments', `"${action}" takes ${instead}, not "${values[0]}".`);
  }
}

async function tellLog(control: OpenControl, json = false): Promise<void> {
  const commands = await control.commands();
  const lines = json ? commands.map((command) => JSON.stringify(command)) : logLines(commands);
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
}
