/**
 * Makes data/main-text.json from pages whose main text people marked; see data/README.md. Half of the sites are trained on, the others
 * say how good it is. With --all, the file is made from all pages, after the figures of the half.
 *
 *   node --max-old-space-size=4000 dist/tools/train-main-text.js PAGES.jsonl.gz [--all]
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { MainTextModel, type MainTextWeights } from '../src/page/main/main-text-model.js';
import { goldPages } from './main-text/gold-pages.js';
import { type LabelledPage, labelledPage } from './main-text/labelled-page.js';
import { trainModel } from './main-text/train-model.js';
import { wordF1, wordsOf } from './main-text/word-overlap.js';

function report(name: string, pages: readonly LabelledPage[], weights: MainTextWeights): void {
  const model = new MainTextModel(weights);
  const sums = new Map<string, [pages: number, f1: number]>();
  for (const { page, laid, gold } of pages) {
    const verdicts = model.judge(laid);
    const kept = laid.blocks.filter((_, i) => verdicts[i]! > 0);
    const text = kept.length === 0 ? laid.text : kept.map(({ start, end }) => laid.text.slice(start, end)).join('\n');
    const f1 = wordF1(wordsOf(text), wordsOf(gold));
    for (const type of ['all', page.type]) {
      const [count, sum] = sums.get(type) ?? [0, 0];
      sums.set(type, [count + 1, sum + f1]);
    }
  }
  console.log(`${name}: word F1 of the main text`);
  for (const [type, [count, sum]] of sums)
    console.log(`  ${type.padEnd(14)} ${(sum / count).toFixed(3)} (${count} pages)`);
}

const { values, positionals } = parseArgs({ options: { all: { type: 'boolean' } }, allowPositionals: true });
const [source] = positionals;
if (source === undefined) {
  console.error('Give the path of the pages: JSON lines with url, type, html and text, gzipped.');
  process.exit(2);
}
const pages = goldPages(source).map(labelledPage);
const [trainedOn, heldOut] = [true, false].map((trained) => pages.filter((page) => page.isTrainedOn === trained));
let weights = trainModel(trainedOn!);
report('Trained on', trainedOn!, weights);
report('Held out', heldOut!, weights);
if (values.all) weights = trainModel(pages);
const file = new URL('../../data/main-text.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(weights)}\n`);
console.log(`${file.pathname}: ${Object.keys(weights.names).length} names, ${weights.features.length} features`);
