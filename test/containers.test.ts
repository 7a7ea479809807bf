import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { Command } from 'commander';
import { parse } from 'yaml';
import { program } from '../src/cli/program.js';

/** Instructions of a Dockerfile, with lines that go on joined. */
const instructions = readFileSync('Dockerfile', 'utf8')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => {
    const [name = '', ...words] = line.trim().split(/\s+/);
    return { name, words };
  });

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, object>>;
}

const compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};

describe('the Dockerfile', () => {
  test('builds in one stage and runs in another, from images and files that exist', () => {
    const known = /^(?:FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|ENTRYPOINT|CMD)$/;
    for (const { name } of instructions) assert.match(name, known);
    assert.equal(instructions[0]!.name, 'FROM');
    assert.equal(instructions.filter(({ name }) => name === 'FROM').length, 2);
    for (const { words } of instructions.filter(({ name }) => name === 'COPY')) {
      if (words[0]!.startsWith('--from=')) assert.equal(words[0], '--from=build');
      else for (const source of words.slice(0, -1)) assert.ok(existsSync(source), source);
    }
  });

  test('does not run as root, and runs osprey', () => {
    const user = instructions.findLastIndex(({ name }) => name === 'USER');
    assert.match(instructions[user]!.words[0]!, /^(?!root$|0$)\w+$/);
    assert.ok(!instructions.slice(user).some(({ name }) => name === 'RUN'), 'nothing is installed by that user');
    const { bin } = JSON.parse(readFileSync('package.json', 'utf8')) as { bin: Record<string, string> };
    const entry = instructions.find(({ name }) => name === 'ENTRYPOINT')!;
    assert.deepEqual(Object.keys(bin), JSON.parse(entry.words.join(' ')));
  });

  test('no build output or crawl goes into the image', () => {
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
    for (const name of ['.git', 'node_modules', 'dist', 'crawls']) assert.ok(ignored.includes(name), name);
  });
});

describe('compose.yaml', () => {
  const osprey = program(() => {});

  test('has a database, workers and the dashboard, which wait for it', () => {
    assert.deepEqual(Object.keys(compose.services), ['db', 'crawl', 'worker', 'dashboard']);
    for (const [name, { depends_on: needs = {} }] of Object.entries(compose.services))
      assert.deepEqual(Object.keys(needs), name === 'db' ? [] : ['db']);
  });

  test('every command and option exists, and no password stands in a command', () => {
    for (const { image, command = [] } of Object.values(compose.services).filter(({ image: of }) => of === 'osprey')) {
      const [name, ...words] = command as [string, ...string[]];
      const found = osprey.commands.find((known: Command) => known.name() === name);
      assert.ok(found, `${image} ${name}`);
      for (const word of words.filter((text) => text.startsWith('--')))
        assert.ok(
          found.options.some(({ long }) => long === word),
          `${name} ${word}`,
        );
      assert.doesNotMatch(command.join(' '), /:\/\/[^/@]*:[^/@]*@/);
    }
  });

  test('nothing but the dashboard can be reached from outside, and that on this machine alone', () => {
    for (const [name, { ports = [] }] of Object.entries(compose.services))
      assert.deepEqual(ports, name === 'dashboard' ? ['127.0.0.1:4177:4177'] : []);
    for (const volume of Object.keys(compose.volumes)) assert.match(volume, /^(?:database|pages)$/);
  });
});
