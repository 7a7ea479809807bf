import { flagOf } from '../../../config/option.js';
import type { Parameter } from '../../../config/parameters.js';
import { trainers } from '../../../learning/trainers.js';
import { entryOf } from '../../../strategy/entry-of.js';
import { strategies } from '../../../strategy/strategies.js';
import type { StrategyEntry } from '../../../strategy/strategy-entry.js';
import { readyGenres } from '../../../topic/ready-genres.js';
import { exitCodes } from '../../exit-codes.js';
import { columns } from '../../terminal/format.js';

/** `osprey strategies [NAME]`: all of them, or one with its parameters. */
export async function strategiesCommand(name: string | undefined, { json }: { json?: boolean }): Promise<number> {
  const chosen = name === undefined ? strategies : [await entryOf(name)];
  if (json)
    process.stdout.write(`${JSON.stringify(name === undefined ? chosen.map(plain) : plain(chosen[0]!), null, 2)}\n`);
  else process.stdout.write(`${(name === undefined ? table() : details(chosen[0]!)).join('\n')}\n`);
  return exitCodes.ok;
}

function table(): string[] {
  const width = Math.max(...strategies.map(({ name }) => name.length));
  return [
    ...strategies.flatMap(({ name, needs, source, summary }) => [
      `${name.padEnd(width)}  ${summary}`,
      `${''.padEnd(width)}  needs ${needs.join(', ')} · ${source}`,
    ]),
    '',
    'osprey strategies NAME shows the parameters of a strategy. All strategies need seeds.',
    'To use your own: --strategy ./mine.ts (see examples/own-strategy.ts).',
  ];
}

function details(entry: StrategyEntry): string[] {
  const { name, summary, source, needs, takes = [], parts, model } = entry;
  const lines = [name, `  ${summary}`, '', `Source  ${source}`, `Needs   ${needs.join(', ')}`];
  const optional = takes.map(flagOf).filter((flag) => !needs.some((need) => need.includes(flag)));
  if (optional.length > 0) lines.push(`Also    ${optional.join(', ')}`);
  if (model !== undefined) lines.push(`Model   made by osprey train --for ${name} …`);
  const parameters = Object.entries(entry.parameters);
  if (parameters.length > 0) {
    lines.push('', `Parameters, as --set ${name}.PARAMETER=VALUE or under "set:" in a config file`);
    lines.push(...parameterTable(parameters));
  }
  const learnt =
    model === undefined ? [] : Object.entries(trainers.find(({ kind }) => kind === model)?.parameters ?? {});
  if (learnt.length > 0) {
    lines.push('', `Training parameters, as osprey train --for ${name} --set ${model}.PARAMETER=VALUE`);
    lines.push(...parameterTable(learnt));
  }
  if (Object.keys(parts).length > 0) {
    lines.push('', 'Parts of its scores, as shown by "osprey why"');
    lines.push(...columns(Object.entries(parts)).map((line) => `  ${line}`));
  }
  if (entry.priority !== undefined) lines.push('', `Queue order: ${entry.priority}`);
  if (entry.leavesOut !== undefined) lines.push('', `Leaves out: ${entry.leavesOut}`);
  if (takes.includes('genre')) {
    lines.push('', 'Genres, for --genre');
    lines.push(...columns(readyGenres.map((genre) => [genre.name, genre.description])).map((line) => `  ${line}`));
  }
  return lines;
}

function parameterTable(parameters: readonly [string, Parameter][]): string[] {
  const rows = parameters.map(([key, { kind, default: byDefault, help }]) => [
    key,
    kind.placeholder === '' ? 'true|false' : kind.placeholder,
    String(kind.format(byDefault)),
    help,
  ]);
  return columns([['parameter', 'value', 'default', ''], ...rows]).map((line) => `  ${line}`);
}

function plain({ name, summary, source, needs, parameters, parts, reads = [], model, leavesOut }: StrategyEntry) {
  const described = Object.entries(parameters).map(([key, { kind, default: byDefault, help }]) => [
    key,
    { default: kind.format(byDefault), value: kind.placeholder || 'true|false', help },
  ]);
  return {
    name,
    summary,
    source,
    needs,
    model: model ?? null,
    reads,
    parameters: Object.fromEntries(described),
    parts,
    leavesOut: leavesOut ?? null,
  };
}
