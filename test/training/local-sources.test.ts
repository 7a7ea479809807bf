import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { exampleSets } from '../../src/training/example-sets.js';
import { taxonomyFolder } from '../../src/training/taxonomy-folder.js';
import { html, redirect, startSite } from '../site.js';
import { labelsByUrl, linksBetween, readAll } from './read-sources.js';

const folder = mkdtempSync(path.join(tmpdir(), 'osprey-taxonomy-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, content: string | Uint8Array): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

const stating = (element: string, page: string) => page.replace('<head>', `<head>${element}`);

before(() => {
  put('web/sports/index.html', html('Sports', 'All sports', [['deep/football.html', 'football']]));
  put(
    'web/sports/deep/football.html',
    html('Football', 'Ball and goal', [
      ['../../music/jazz%20club.html', 'jazz'],
      ['../', 'sports'],
      ['../nowhere.html', 'gone'],
    ]),
  );
  put('web/sports/tennis.txt', 'Tennis: racket and ball');
  put('web/music/jazz club.html', html('Jazz', 'Saxophone', [['http://live.test/rock', 'rock']]));
  // Saved from the web: it says where, and links both to a file of ours and to where it came from.
  const saved = html('Rock', 'Guitar', [
    ['jazz%20club.html', 'jazz'],
    ['/pop', 'pop'],
  ]);
  put('web/music/rock.html', stating('<link rel="canonical" href="http://live.test/rock">', saved));
  put('web/music/pop.html', stating('<base href="http://live.test/pop">', html('Pop', 'Voice', [['rock', 'rock']])));
  put('web/music/second.html', stating('<base href="http://live.test/pop">', html('Pop again', 'Voices')));
  put('web/music/.hidden.html', html('Hidden', 'x'));
  put('web/music/cover.png', Uint8Array.of(1, 2, 3));
  put('web/readme.html', html('Readme', 'no class'));
  symlinkSync(path.join(folder, 'web'), path.join(folder, 'web/music/loop'));
});

describe('a taxonomy folder', () => {
  test('a folder is a class, with all files below it', async () => {
    const source = taxonomyFolder(path.join(folder, 'web'), 'sports');
    const read = await readAll(source);
    assert.deepEqual(labelsByUrl(read), {
      'taxonomy.invalid/music/jazz%20club.html': 'music',
      'live.test/pop': 'music',
      'live.test/rock': 'music',
      'taxonomy.invalid/music/second.html': 'music',
      'taxonomy.invalid/sports/deep/football.html': 'sports',
      'taxonomy.invalid/sports/index.html': 'sports',
      'taxonomy.invalid/sports/tennis.txt': 'sports',
    });
    assert.deepEqual([...read.set.targets], ['sports']);
    assert.deepEqual(read.missing, []);
    assert.ok(read.set.pages.every(({ order }) => order === undefined));
    assert.deepEqual(source.notes, [
      `1 file in no folder of a class: left out.`,
      '1 file that is neither HTML nor text, such as music/cover.png: left out.',
    ]);
  });

  test('links meet: relative ones at files, others at the addresses that pages state', async () => {
    const read = await readAll(taxonomyFolder(path.join(folder, 'web'), 'sports'));
    const links = [
      'taxonomy.invalid/music/jazz%20club.html > live.test/rock',
      'live.test/pop > live.test/rock',
      'live.test/rock > taxonomy.invalid/music/jazz%20club.html',
      'live.test/rock > live.test/pop',
      'taxonomy.invalid/sports/deep/football.html > taxonomy.invalid/music/jazz%20club.html',
      'taxonomy.invalid/sports/deep/football.html > taxonomy.invalid/sports/index.html',
      'taxonomy.invalid/sports/index.html > taxonomy.invalid/sports/deep/football.html',
    ];
    assert.deepEqual(linksBetween(read), links);
    assert.equal(read.linksBetween, links.length);
  });

  test('the names of its folders are no terms of links, those of real addresses are', async () => {
    const { set, names } = await readAll(taxonomyFolder(path.join(folder, 'web'), 'sports'));
    const termsOf = (from: string, to: string) => {
      const page = set.pages.find(({ url }) => url.endsWith(from))!;
      return [...page.links.find(({ url }) => url.endsWith(to))!.urlTerms].map((id) => names.nameOf(id));
    };
    assert.deepEqual(termsOf('index.html', 'football.html'), []);
    assert.deepEqual(termsOf('club.html', 'rock'), ['live', 'rock']);
  });

  test('what is wrong with it is said', () => {
    assert.throws(() => taxonomyFolder(path.join(folder, 'nowhere'), 'x'), { code: 'no-taxonomy' });
    put('flat/a.html', html('A', 'a'));
    assert.throws(() => taxonomyFolder(path.join(folder, 'flat'), 'x'), { code: 'empty-taxonomy' });
    assert.throws(
      () => taxonomyFolder(path.join(folder, 'web'), undefined),
      /--target; the labels are music, sports\./,
    );
    assert.throws(() => taxonomyFolder(path.join(folder, 'web'), 'sport'), /Did you mean sports\?/);
  });
});

describe('pages that a person sorted', () => {
  test('URLs, files and folders, with the links between them', async () => {
    const site = await startSite({
      'live.test/rock': redirect('/rock/'),
      'live.test/rock/': html('Rock', 'Guitar', [['/', 'home']]),
    });
    try {
      const options = { resolve: site.resolve, allowPrivate: true, delay: '0s' };
      const given = {
        relevant: ['http://live.test/rock', path.join(folder, 'web/music/jazz club.html')],
        other: [path.join(folder, 'web/sports')],
      };
      const read = await readAll(await exampleSets(given, options));
      assert.deepEqual(labelsByUrl(read), {
        'live.test/rock/': 'relevant',
        'examples.invalid/music/jazz%20club.html': 'relevant',
        'examples.invalid/sports/deep/football.html': 'other',
        'examples.invalid/sports/index.html': 'other',
        'examples.invalid/sports/tennis.txt': 'other',
      });
      assert.deepEqual(linksBetween(read).slice(0, 2), [
        'examples.invalid/music/jazz%20club.html > live.test/rock/',
        'examples.invalid/sports/deep/football.html > examples.invalid/music/jazz%20club.html',
      ]);
    } finally {
      await site.close();
    }
  });

  test('a page cannot be both, and has to be there', async () => {
    const file = path.join(folder, 'web/sports/tennis.txt');
    await assert.rejects(
      exampleSets({ relevant: [file], other: [path.dirname(file)] }, {}),
      /as relevant and as other/,
    );
    await assert.rejects(exampleSets({ relevant: ['nowhere.html'], other: [] }, {}), /nowhere\.html is not there/);
    mkdirSync(path.join(folder, 'empty'));
    await assert.rejects(
      exampleSets({ relevant: [path.join(folder, 'empty')], other: [] }, {}),
      /no HTML or text files/,
    );
  });
});
