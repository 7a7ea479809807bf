import { flagOf, type Option, type OptionGroup } from '../src/config/option.js';
import { type OptionKey, optionKeys, optionTable } from '../src/config/options.js';

/** docs/options.md, from the options table. */
export function optionsPage(): string {
  const groups = new Map<OptionGroup, OptionKey[]>();
  for (const key of optionKeys) {
    const { group } = optionTable[key];
    groups.set(group, [...(groups.get(group) ?? []), key]);
  }
  const sections = [...groups].map(([group, keys]) => [`## ${group}`, ...keys.map(entryOf)].join('\n\n'));
  return `${[head, ...sections].join('\n\n')}\n`;
}

const head = `# Options\n\n${wrapped(
  'Every option of a crawl. On the command line it is a flag; in a config file (`--config`) and in the library it is the field in parentheses. ' +
    'Flags override library options, those override the config file, and defaults come last. ' +
    'Durations are written as `500ms`, `10s`, `5m`, `2h` or `7d`, sizes as `10MB`. ' +
    'This page is generated from the options table: `npm run options-page`.',
)}`;

function entryOf(key: OptionKey): string {
  const option = optionTable[key];
  const heading = `### ${headingOf(key, option)}`;
  const text = [
    option.help.replace(/ \(default: .*\)$/, ''),
    ...(option.helpOff === undefined ? [] : [`With \`no\`: ${option.helpOff}`]),
    ...(option.details === undefined ? [] : [option.details]),
  ];
  return [heading, wrapped([...text, ...notesOf(option)].join(' '))].join('\n\n');
}

function headingOf(key: OptionKey, { kind, default: written }: Option): string {
  if (kind.placeholder === '')
    return `\`${written === true ? flagOf(key).replace('--', '--no-') : flagOf(key)}\` (\`${key}\`)`;
  if (key === 'query') return '`[query]` (`query`)';
  const off = kind.negatable ? `, \`${flagOf(key).replace('--', '--no-')}\`` : '';
  return `\`${flagOf(key)} <${kind.placeholder}>\`${off} (\`${key}\`)`;
}

function notesOf({ kind, default: written, help }: Option): string[] {
  const shown = Array.isArray(written)
    ? written.join(', ')
    : typeof written === 'object' || typeof written === 'boolean'
      ? ''
      : String(written ?? '');
  const [, inHelp = ''] = / \(default: (.*)\)$/.exec(help) ?? [];
  return [
    ...(kind.repeatable ? ['Repeatable.'] : []),
    ...(shown === '' ? [] : [`Default: \`${shown}\`.`]),
    ...(inHelp === '' ? [] : [`Default: ${inHelp}.`]),
  ];
}

/** Lines of at most 118 characters; code spans with spaces may be broken, as Markdown allows. */
function wrapped(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length <= 118) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
}
