import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { writeModel } from '../../src/learning/model-file.js';
import type { Trainer, TrainingPage, TrainingSet } from '../../src/learning/training.js';
import { seededRandom } from '../../src/random.js';
import { readPage } from '../../src/reading/read-page.js';

/** The pages of a small web as somebody visited them one after the other, who wants those with 'wanted' in their URL. */
export function recordedVisits(pages: Readonly<Record<string, string>>): TrainingSet {
  return {
    pages: Object.entries(pages).map(([url, html], order) => visited(`http://${url}`, html, order)),
    targets: new Set(['wanted']),
    language: 'en',
    stem: true,
  };
}

function visited(url: string, html: string, order: number): TrainingPage {
  const { terms, links } = readPage(
    { url, body: Buffer.from(html), contentType: 'text/html; charset=utf-8' },
    { language: 'en', stem: true, phrases: [] },
  );
  return { url, terms, links, order, label: url.includes('wanted') ? 'wanted' : 'other' };
}

/** A model file for the time of one test. */
export function savedModel<Model>(context: TestContext, trainer: Trainer<Model>, set: TrainingSet): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-model-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'model.json');
  const { language, stem, pages } = set;
  const { kind, version } = trainer;
  writeModel(file, {
    kind,
    version,
    language,
    stem,
    trainedAt: '2020-01-01T00:00:00.000Z',
    pages: pages.length,
    model: trainer.train(set, seededRandom(1)),
  });
  return file;
}
