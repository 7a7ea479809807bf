import assert from 'node:assert/strict';
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { UsageError } from '../../../src/failure.js';
import type { RunTrace } from '../../../src/lab/runs/assignment.js';
import { RunJournal } from '../../../src/lab/runs/run-journal.js';
import { temporaryFolder } from '../../archive/warc-fixture.js';

function trace(first: number): RunTrace {
  return {
    pages: Int32Array.of(first, 7),
    judged: Float64Array.of(0.1, 1 / 3),
    at: Float64Array.of(0, 12.5),
    reason: 'max-pages',
    cpuMs: 4.25,
  };
}

describe('a journal of runs', () => {
  test('gives back what was done, exactly', (t) => {
    const file = path.join(temporaryFolder(t), 'runs.jsonl');
    const journal = RunJournal.open(file, 'this');
    journal.add('one', trace(1));
    const learnt = { ...trace(2), final: Float64Array.of(0.2, 2 / 3) };
    journal.add('two', learnt);
    journal.close();
    const again = RunJournal.open(file, 'this');
    assert.equal(again.size, 2);
    assert.deepEqual(again.find('one'), trace(1));
    assert.deepEqual(again.find('two'), learnt);
    assert.equal(again.find('three'), undefined);
    again.finish();
    assert.ok(!existsSync(file));
  });

  test('a line that was cut short counts as not done, and what follows is written after the last whole one', (t) => {
    const file = path.join(temporaryFolder(t), 'runs.jsonl');
    const journal = RunJournal.open(file, 'this');
    journal.add('one', trace(1));
    journal.add('two', trace(2));
    journal.close();
    truncateSync(file, readFileSync(file).length - 20);
    const second = RunJournal.open(file, 'this');
    assert.equal(second.size, 1);
    second.add('three', trace(3));
    second.close();
    const third = RunJournal.open(file, 'this');
    assert.deepEqual([third.find('one'), third.find('two'), third.find('three')], [trace(1), undefined, trace(3)]);
    third.close();
  });

  test('one of another comparison is refused, and so is a file that is none', (t) => {
    const file = path.join(temporaryFolder(t), 'runs.jsonl');
    RunJournal.open(file, 'this').close();
    assert.throws(() => RunJournal.open(file, 'that'), UsageError);
    writeFileSync(file, 'a letter\n');
    assert.throws(() => RunJournal.open(file, 'this'), UsageError);
  });
});
