import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Command } from 'commander';
import { addOptions, flagsOf } from '../../src/config/flags.js';
import { flagOf } from '../../src/config/option.js';
import { type OptionKey, optionKeys, optionTable } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { refusal } from './refusal.js';

function crawlCommand(keys: readonly OptionKey[] = optionKeys): Command {
  const command = new Command('crawl').exitOverride().configureOutput({ writeErr: () => {} });
  command.option('--json', 'not of the table');
  return addOptions(command, keys);
}

const flags = (...words: string[]) => flagsOf(crawlCommand().parse(words, { from: 'user' }));

describe('flags', () => {
  test('help shows every option with its group, sentence and default', () => {
    const help = crawlCommand().configureHelp({ helpWidth: 400 }).helpInformation();
    for (const key of optionKeys) {
      const { group, help: sentence, default: written, kind } = optionTable[key];
      const flag = written === true && kind.placeholder === '' ? flagOf(key).replace('--', '--no-') : flagOf(key);
      const line = help.split('\n').find((text) => text.trimStart().split(' ')[0] === flag);
      assert.ok(line?.includes(sentence), key);
      if (typeof written === 'string' || typeof written === 'number')
        assert.ok(line?.includes(`default: ${written}`), key);
      assert.ok(help.includes(`\n${group}:\n`), group);
    }
    assert.match(help, /--no-archive +Do not keep pages/);
    assert.ok(!help.includes('--stem'), 'only the switch that changes the default is shown');
  });

  test('a command has only the options it names', () => {
    const help = crawlCommand(['maxPages']).helpInformation();
    assert.ok(help.includes('--max-pages <n>'));
    assert.ok(!help.includes('--delay'));
  });

  test('only what was given is passed on, as it was written', () => {
    assert.deepEqual(flags(), {});
    assert.deepEqual(
      flags('--max-pages', '10', '--not', 'a,b', '--not', 'c', '--no-stem', '--follow-nofollow', '--json'),
      {
        maxPages: '10',
        not: ['a,b', 'c'],
        stem: false,
        followNofollow: true,
      },
    );
    assert.deepEqual(flags('--no-archive', '--archive', 's3://pages/cars'), { archive: 's3://pages/cars' });
    assert.deepEqual(flags('--archive', 'there', '--no-archive'), { archive: false });
    assert.deepEqual(flags('--stem', '--no-follow-nofollow', '--max-depth', '1', '--max-depth', '2'), {
      stem: true,
      followNofollow: false,
      maxDepth: '2',
    });
  });

  test('become settings', () => {
    const settings = settingsFrom({
      flags: flags(
        ...['--query', 'jaguar car', '--not', 'cat,animal', '--not', 'jungle', '--seed', 'https://example.org/a,b'],
        ...['--max-time', '10m', '--max-bytes-on-disk', '1.5GiB', '--resolve', '*=127.0.0.1:8080', '--header', 'A: b'],
      ),
    });
    assert.deepEqual(settings.not, ['cat', 'animal', 'jungle']);
    assert.deepEqual(settings.seed, ['https://example.org/a,b']);
    assert.equal(settings.maxTime, 600_000);
    assert.equal(settings.maxBytesOnDisk, 1_610_612_736);
    assert.deepEqual(settings.resolve.get('*'), { address: '127.0.0.1', port: 8080 });
    assert.equal(settings.header.get('A'), 'b');
  });

  test('wrong values are all reported at once', () => {
    const given = flags('--query', 'x', '--seed', 'y', '--max-pages', '-1', '--threshold', 'high', '--workers', 'all');
    assert.deepEqual(
      refusal(() => settingsFrom({ flags: given })),
      [
        '--seed: must be an http or https URL such as https://example.org/, not "y"',
        '--max-pages: must be a whole number (at least 1) or none, not "-1"',
        '--threshold: must be a number (0 to 1), not "high"',
        '--workers: must be a whole number (0 to 64) or auto, not "all"',
      ],
    );
  });

  test('an unknown flag is met with the nearest right one', () => {
    assert.throws(() => flags('--max-page', '3'), /Did you mean .*--max-pages/);
  });
});
