import type { Command } from 'commander';
import { exitCodes } from '../../exit-codes.js';
import type { Finish } from '../../finish.js';

/** `osprey completion`. */
export function defineCompletion(osprey: Command, finish: Finish): void {
  osprey
    .command('completion')
    .description('Print a script that completes commands and options in your shell.')
    .argument('<shell>', 'bash, zsh or fish.')
    .addHelpText('after', () => examples)
    .action(async (shell: string) => {
      const { completionScript } = await import('./completion-script.js');
      process.stdout.write(completionScript(shell, osprey));
      finish(exitCodes.ok);
    });
}

const examples = `
Install:
  bash   osprey completion bash > ~/.local/share/bash-completion/completions/osprey
  zsh    osprey completion zsh > "\${fpath[1]}/_osprey"
  fish   osprey completion fish > ~/.config/fish/completions/osprey.fish`;
