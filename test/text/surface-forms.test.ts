import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SurfaceForms } from '../../src/text/surface-forms.js';
import { TextPipeline } from '../../src/text/text-pipeline.js';

const idOf = (word: string, language = 'en') => new TextPipeline({ language }).idOf(word)!;

describe('the form of a term', () => {
  test('is the one that is written most, with its case', () => {
    const forms = new SurfaceForms([idOf('engine'), idOf('jaguar')]);
    forms.read('Engine: the engines of a Jaguar.');
    forms.read('A jaguar has engines; so has the Jaguar.');
    assert.equal(forms.formOf(idOf('engine')), 'engines');
    assert.equal(forms.formOf(idOf('jaguar')), 'Jaguar');
  });

  test('is the first of those written equally often', () => {
    const forms = new SurfaceForms([idOf('engine')]);
    forms.read('engines engine');
    assert.equal(forms.formOf(idOf('engine')), 'engines');
  });

  test('keeps the accents that terms lose', () => {
    const id = idOf('Müller', 'de');
    const forms = new SurfaceForms([id], { language: 'de' });
    forms.read('Herr Müller');
    assert.equal(forms.formOf(id), 'Müller');
  });

  test('may be given to a term of several words', () => {
    const id = idOf('office hours');
    const forms = new SurfaceForms([id]);
    forms.read('office hours');
    assert.equal(forms.formOf(id), undefined, 'texts are read word by word');
    forms.name(id, 'office hours');
    assert.equal(forms.formOf(id), 'office hours');
  });

  test('is not kept of terms that nobody asked for', () => {
    const forms = new SurfaceForms([idOf('engine')]);
    forms.read('A jaguar of the jungle');
    assert.equal(forms.formOf(idOf('jaguar')), undefined);
    assert.equal(forms.formOf(idOf('engine')), undefined);
  });
});
