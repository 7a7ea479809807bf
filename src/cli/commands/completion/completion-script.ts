import type { Command, Option } from 'commander';
import { nearest } from '../../../config/nearest.js';
import { UsageError } from '../../../failure.js';

/** What a shell can complete of a command. */
interface Completable {
  /** `crawl`, or `lab judges`. */
  readonly name: string;
  readonly help: string;
  readonly options: readonly { readonly long: string; readonly help: string; readonly takesValue: boolean }[];
}

const shells = { bash, zsh, fish } as const;

/** The script of a shell, from the definitions of the commands themselves. */
export function completionScript(shell: string, osprey: Command): string {
  if (Object.hasOwn(shells, shell)) return shells[shell as keyof typeof shells](commandsOf(osprey));
  const guess = nearest(shell, Object.keys(shells));
  throw new UsageError(
    'unknown-shell',
    `No completion for "${shell}"${guess ? `; did you mean "${guess}"?` : ': use bash, zsh or fish.'}`,
  );
}

function commandsOf(osprey: Command): Completable[] {
  return osprey.commands.flatMap((command) => [
    completable(command, command.name()),
    ...command.commands.map((inner) => completable(inner, `${command.name()} ${inner.name()}`)),
  ]);
}

function completable(command: Command, name: string): Completable {
  const shown = command.options.filter(({ hidden, long }) => !hidden && long);
  const options = shown.map((option: Option) => ({
    long: option.long!,
    help: option.description,
    takesValue: option.required || option.optional,
  }));
  return {
    name,
    help: command.description(),
    options: [...options, { long: '--help', help: 'Show help.', takesValue: false }],
  };
}

/** Names of commands that follow these words. */
function following(commands: readonly Completable[], words: string): string[] {
  const prefix = words === '' ? '' : `${words} `;
  return commands
    .map(({ name }) => name)
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
    .filter((name) => name !== '' && !name.includes(' '));
}

function bash(commands: readonly Completable[]): string {
  const cases = commands.map(({ name, options }) => {
    const words = [...following(commands, name), ...options.map(({ long }) => long)].join(' ');
    return `    "${name}") words="${words}" ;;`;
  });
  return `# Completion of osprey for bash.
_osprey() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command="\${COMP_WORDS[1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${following(commands, '').join(' ')} --help --version"
  else
    case "$command \${COMP_WORDS[2]}" in
${commands
  .filter(({ name }) => name.includes(' '))
  .map(({ name }) => `      "${name}") [ "$COMP_CWORD" -gt 2 ] && command="${name}" ;;`)
  .join('\n')}
    esac
    case "$command" in
${cases.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ \${#COMPREPLY[@]} -eq 0 ] && [[ "$current" != -* ]]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _osprey osprey
`;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function zsh(commands: readonly Completable[]): string {
  const described = (name: string, help: string) => quoted(`${name}:${help.replaceAll(':', '\\:')}`);
  const option = ({ long, help, takesValue }: Completable['options'][number]) =>
    quoted(`*${long}[${help.replace(/[[\]]/g, '\\$&')}]${takesValue ? ':value:_files' : ''}`);
  const cases = commands.map(({ name, options }) => {
    const inner = following(commands, name);
    const first = inner.length === 0 ? '' : ` '1:command:(${inner.join(' ')})'`;
    return `    ${quoted(name)}) _arguments${first} ${options.map(option).join(' ')} '*:file:_files' ;;`;
  });
  const top = commands.filter(({ name }) => !name.includes(' '));
  return `#compdef osprey
# Completion of osprey for zsh.
_osprey() {
  if (( CURRENT == 2 )); then
    local -a commands=(${top.map(({ name, help }) => described(name, help)).join(' ')})
    _describe 'command' commands
    return
  fi
  local command="$words[2]"
  case "$command $words[3]" in
${commands
  .filter(({ name }) => name.includes(' '))
  .map(
    ({ name }) =>
      `    ${quoted(name)}) (( CURRENT > 3 )) && { command=${quoted(name)}; shift words; (( CURRENT-- )) } ;;`,
  )
  .join('\n')}
  esac
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('\n')}
  esac
}
_osprey "$@"
`;
}

function fish(commands: readonly Completable[]): string {
  const lines = commands.flatMap(({ name, help, options }) => {
    const [first, second] = name.split(' ') as [string, string | undefined];
    const own = second === undefined ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${first}`;
    const seen = name
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
    return [
      `complete -c osprey -n '${own}' -a ${second ?? first} -d ${quoted(help)}`,
      ...options.map(
        ({ long, help: about, takesValue }) =>
          `complete -c osprey -n '${seen}' -l ${long.slice(2)}${takesValue ? ' -r' : ''} -d ${quoted(about)}`,
      ),
    ];
  });
  return `# Completion of osprey for fish.\n${lines.join('\n')}\n`;
}
