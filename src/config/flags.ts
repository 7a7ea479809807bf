import { type Command, Option as Flag } from 'commander';
import type { RawOptions } from './layer.js';
import { flagOf, type Option } from './option.js';
import { isOptionKey, type OptionKey, optionTable } from './options.js';

/**
 * Adds the flags of the options to a command. Nothing is parsed here: `settingsFrom` reports all wrong values at once. Help does
 * not show those that are `hidden`.
 */
export function addOptions(
  command: Command,
  keys: readonly OptionKey[],
  { hidden = false }: { readonly hidden?: boolean } = {},
): Command {
  for (const key of keys)
    for (const flag of flagsFor(key, optionTable[key])) command.addOption(hidden ? flag.hideHelp() : flag);
  return command;
}

/** The options that were given on the command line, as they were written. */
export function flagsOf(command: Command): RawOptions {
  const given = Object.entries(command.opts()).filter(
    ([name]) => isOptionKey(name) && command.getOptionValueSource(name) === 'cli',
  );
  return Object.fromEntries(given);
}

function flagsFor(key: OptionKey, option: Option): Flag[] {
  const { kind } = option;
  if (kind.placeholder === '') return switchesFor(key, option);
  const flag = new Flag(`${flagOf(key)} <${kind.placeholder}>`, described(option)).helpGroup(headingOf(option));
  if (kind.repeatable) flag.argParser((text: string, before: readonly string[] = []) => [...before, text]);
  return kind.negatable ? [flag, offSwitch(key, option)] : [flag];
}

/** A switch can be turned either way, since it may be set in a config file; help shows the way that changes the default. */
function switchesFor(key: OptionKey, option: Option): Flag[] {
  const on = new Flag(flagOf(key), option.help).helpGroup(headingOf(option));
  const off = offSwitch(key, option);
  (option.default === true ? on : off).hideHelp();
  return [on, off];
}

function offSwitch(key: OptionKey, option: Option): Flag {
  const help = option.kind.negatable ? (option.helpOff ?? option.help) : option.help;
  return new Flag(flagOf(key).replace('--', '--no-'), help).helpGroup(headingOf(option));
}

/** Help with what else there is to know about the value. */
function described({ help, kind, default: written }: Option): string {
  const notes: string[] = [];
  if (kind.repeatable) notes.push('repeatable');
  const shown = Array.isArray(written)
    ? written.join(', ')
    : typeof written === 'object' || typeof written === 'boolean'
      ? ''
      : String(written ?? '');
  if (shown !== '') notes.push(`default: ${shown}`);
  return notes.length === 0 ? help : `${help} (${notes.join('; ')})`;
}

function headingOf({ group }: Option): string {
  return `${group}:`;
}
