import path from 'node:path';
import { writeModel } from '../../src/learning/model-file.js';
import { trainers } from '../../src/learning/trainers.js';
import type { TrainingSet } from '../../src/learning/training.js';
import { seededRandom } from '../../src/random.js';
import { readPage } from '../../src/reading/read-page.js';
import { inventedWeb } from './invented-web.js';

/** A model of every kind, trained on another invented web, in the folder; returns their files by kind. */
export function writeModels(folder: string): ReadonlyMap<string, string> {
  const web = inventedWeb(40, 2);
  const random = seededRandom(3);
  const options = { language: 'en', stem: true, phrases: [], reads: ['urlTerms' as const] };
  const shuffled = Object.entries(web.pages)
    .map((entry) => ({ entry, at: random() }))
    .sort((a, b) => a.at - b.at);
  const set: TrainingSet = {
    language: 'en',
    stem: true,
    targets: new Set(['law']),
    pages: shuffled.map(({ entry: [place, body] }, order) => {
      const url = `http://${place}`;
      const { terms, links } = readPage({ url, body: Buffer.from(body), contentType: 'text/html' }, options);
      return { url, terms, links, order, label: web.kindOf(place) };
    }),
  };
  const files = new Map<string, string>();
  for (const trainer of trainers) {
    const file = path.join(folder, `${trainer.kind}.model.json`);
    const { kind, version } = trainer;
    const model = trainer.train(set, seededRandom(4));
    const facts = { kind, version, language: 'en', stem: true };
    writeModel(file, { ...facts, trainedAt: '2026-01-01T00:00:00.000Z', pages: set.pages.length, model });
    files.set(kind, file);
  }
  return files;
}
