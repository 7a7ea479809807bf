import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { type ModelFile, writeModel } from '../../src/learning/model-file.js';
import type { Trainer, TrainingSet } from '../../src/learning/training.js';
import { seededRandom } from '../../src/random.js';
import { readPage } from '../../src/reading/read-page.js';

/** Labelled pages: class and HTML by URL without the scheme. */
export type Labelled = Readonly<Record<string, readonly [label: string, html: string]>>;

/** The pages as a trainer gets them, read as a crawl reads them. */
export function trainingSet(pages: Labelled, ...targets: readonly string[]): TrainingSet {
  return {
    pages: Object.entries(pages).map(([name, [label, html]]) => {
      const input = { url: `http://${name}`, body: Buffer.from(html), contentType: 'text/html; charset=utf-8' };
      const { url, terms, links } = readPage(input, { language: 'en', stem: true, phrases: [], reads: ['urlTerms'] });
      return { url, terms, links, label };
    }),
    targets: new Set(targets),
    language: 'en',
    stem: true,
  };
}

/** Trains a model and writes it, changed where a test wants it wrong, to a file that is gone after the tests. */
export function taughtModel<Model>(
  trainer: Trainer<Model>,
  set: TrainingSet,
  changes: Partial<ModelFile> = {},
): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-model-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'model.json');
  writeModel(file, {
    kind: trainer.kind,
    version: trainer.version,
    language: set.language,
    stem: set.stem,
    trainedAt: '2024-01-01T00:00:00.000Z',
    pages: set.pages.length,
    model: trainer.train(set, seededRandom(1)),
    ...changes,
  });
  return file;
}
