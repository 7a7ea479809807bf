import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { settingsFrom } from '../../src/config/settings.js';
import { Failure } from '../../src/failure.js';
import { readTopicFile } from '../../src/lab/topics/topic-file.js';
import { LabelFile } from '../../src/labels/label-file.js';
import { readModel } from '../../src/learning/model-file.js';
import { taxonomyTrainer } from '../../src/learning/taxonomy-trainer.js';
import { parseJsonFeed } from '../../src/lists/json-feed.js';
import { readPage } from '../../src/reading/read-page.js';
import { readSeeds } from '../../src/seeding/seeds.js';
import { readLabelList } from '../../src/training/label-list.js';
import { temporaryFolder } from '../store/temporary-store.js';

/** What would change every object, were it merged into one by its names. */
const polluting = '{"__proto__": {"polluted": "yes"}, "constructor": {"prototype": {"polluted": "yes"}}}';

/** Reads a hostile file; what is refused by name is fine. */
async function reading(t: TestContext, name: string, text: string, read: (file: string) => unknown): Promise<unknown> {
  const file = path.join(temporaryFolder(t), name);
  writeFileSync(file, text);
  try {
    return await read(file);
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown;
    throw thrown;
  } finally {
    assert.equal(({} as { polluted?: string }).polluted, undefined);
  }
}

const settingsOf = (text: string) => settingsFrom({ file: { path: 'crawl.yaml', text } });

/** A model with all that the program asks of one, but for what it says. */
function modelText(model: string): string {
  const digest = createHash('sha1')
    .update(JSON.stringify(JSON.parse(model)))
    .digest('hex');
  const { kind, version } = taxonomyTrainer;
  const facts = { format: 'osprey-model', kind, version, language: 'en', stem: true, trainedAt: '', pages: 1, digest };
  return `${JSON.stringify(facts).slice(0, -1)},"model":${model}}`;
}

describe('names that every object has change nothing but the value that they are in', () => {
  const url = 'http://a.test/';
  for (const [what, name, text, read] of [
    ['a config', 'crawl.yaml', polluting, (file: string) => settingsFrom({ file: { path: file, text: polluting } })],
    ['a list of topics', 'topics.yaml', `[${polluting.slice(0, -1)}, "id": "a", "query": "b"}]`, readTopicFile],
    [
      'a list of labels',
      'labels.jsonl',
      `{"url": "${url}", "label": "__proto__", "__proto__": {"polluted": "yes"}}\n`,
      readLabelList,
    ],
    ['a table of labels', 'labels.tsv', `url\t__proto__\tlabels\n${url}\tpolluted\t__proto__\n`, readLabelList],
    [
      'labels of a crawl',
      'labels.tsv',
      `url\t__proto__\tlabels\n${url}\tpolluted\trelevant\n`,
      (file: string) => LabelFile.read(path.dirname(file)),
    ],
    [
      'a list of seeds',
      'seeds.txt',
      `${url} __proto__ constructor\n`,
      (file: string) => readSeeds({ seed: [], seeds: [file] }),
    ],
    [
      'a model',
      'model.json',
      modelText(polluting),
      (model: string) => readModel({ model, language: 'en', stem: true }, taxonomyTrainer, 'naive-bayes'),
    ],
    [
      'a feed',
      'feed.json',
      '',
      () =>
        parseJsonFeed(
          `{"version": "https://jsonfeed.org/version/1", "items": [${polluting}], "__proto__": {"items": []}}`,
        ),
    ],
    [
      'a page',
      'page.html',
      '',
      () =>
        readPage(
          {
            url,
            body: Buffer.from(
              `<script type="application/ld+json">${polluting.slice(0, -1)}, "author": ${polluting}, "datePublished": {"__proto__": 1}}</script><meta name="__proto__" content="polluted"><p id="__proto__">constructor __proto__`,
            ),
            contentType: 'text/html',
          },
          { language: 'en', stem: true, phrases: ['__proto__'] },
        ),
    ],
  ] as const)
    test(what, async (t) => {
      await reading(t, name, text, read);
    });

  test('headers, addresses and parameters by such names are plain entries, or refused', () => {
    const { header, resolve } = settingsOf(
      'query: a\nseed: http://a.test/\nheader: {__proto__: x, constructor: y}\nresolve: {constructor: 127.0.0.1}\n',
    );
    assert.deepEqual(
      [...header],
      [
        ['__proto__', 'x'],
        ['constructor', 'y'],
      ],
    );
    assert.deepEqual([...resolve.keys()], ['constructor']);
    assert.throws(
      () =>
        settingsOf(
          'query: a\nseed: http://a.test/\nstrategy: __proto__\nset: {__proto__.polluted: 1}\nsourceKey: {constructor: x, __proto__: y}\n',
        ),
      { code: 'bad-config' },
    );
    assert.equal(({} as { polluted?: string }).polluted, undefined);
  });
});

describe('YAML of others', () => {
  test('runs nothing and makes nothing but texts', () => {
    for (const tag of [
      '!!js/function "() => 1"',
      '!!python/object/apply:os.system [id]',
      '!<tag:yaml.org,2002:binary> aGk=',
      '!!timestamp 2001-01-01',
      '!!set {a}',
      '!include /etc/passwd',
    ])
      assert.throws(() => settingsOf(`query: a\nseed: http://a.test/\nnot: ${tag}\n`), /YAML tags/, tag);
    assert.throws(() => settingsOf('%TAG ! tag:evil,2000:\n---\nquery: !x a\n'), { code: 'bad-config' });
    assert.equal(settingsOf('query: 0x1f\nseed: http://a.test/\n').query, '0x1f');
  });

  test('cannot blow up a list of topics through aliases', async (t) => {
    const levels = [1, 2, 3, 4, 5, 6].map((level) => `- &a${level} [${`*a${level - 1}, `.repeat(9)}*a${level - 1}]`);
    const refusal = await reading(t, 'topics.yaml', ['- &a0 lol', ...levels].join('\n'), readTopicFile);
    assert.ok(refusal instanceof Failure && /more than 50 aliases/.test(refusal.message));
  });
});
