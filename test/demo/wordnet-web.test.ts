import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import type { Synset } from '../../src/demo/synset.js';
import { urlOf } from '../../src/demo/synset-url.js';
import { LINKS_A_PAGE } from '../../src/demo/wordnet-page.js';
import { linksOf } from '../../src/demo/wordnet-relations.js';
import { WordNetWeb } from '../../src/demo/wordnet-web.js';
import { LEXICOGRAPHER_FILES } from '../../src/semantics/lexicographer-files.js';

const web = new WordNetWeb();
const anySynset = fc.nat(web.size - 1).map((n) => web.wordnet.nth(n));

/** Synsets at equal distances, so that samples are the same in each run. */
function sample(count: number): Synset[] {
  return Array.from({ length: count }, (_, n) => web.wordnet.nth(Math.floor((n * web.size) / count)));
}

interface ParsedPage {
  readonly title: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly links: readonly { readonly url: string; readonly anchor: string }[];
  /** Elements that the parser had to open or close by itself. */
  readonly implied: number;
}

function parse(url: string, html: string): ParsedPage {
  const tags: string[] = [];
  const links: { url: string; anchor: string }[] = [];
  let [title, text, implied, inTitle, inLink] = ['', '', 0, false, false];
  const parser = new Parser({
    onopentag(name, attributes, isImplied) {
      tags.push(name);
      if (isImplied) implied++;
      inTitle ||= name === 'title';
      inLink ||= name === 'a';
      if (name === 'a') links.push({ url: new URL(attributes.href!, url).href, anchor: '' });
    },
    ontext(data) {
      text += data;
      if (inTitle) title += data;
      if (inLink) links.at(-1)!.anchor += data;
    },
    onclosetag(name, isImplied) {
      if (isImplied && name !== 'meta') implied++;
      if (name === 'title') inTitle = false;
      if (name === 'a') inLink = false;
    },
  });
  parser.end(html);
  return { title, text, tags, links, implied };
}

function parsedPage(url: string): ParsedPage {
  const html = web.page(url);
  assert.ok(html !== undefined, `no page at ${url}`);
  return parse(url, html);
}

const isDomain = (symbol: string) => symbol.startsWith(';') || symbol.startsWith('-');

describe('addresses', () => {
  test('there is one page a synset, each with a URL of its own', () => {
    assert.equal(web.size, 117791);
    assert.equal(new Set(web.urls()).size, 117791);
  });

  test('are readable', () => {
    assert.equal(urlOf(web.wordnet.at('n', 8458195)!), 'http://noun-group.wordnet.test/law-08458195.html');
  });

  test('a URL leads back to its synset', () => {
    fc.assert(
      fc.property(anySynset, (synset) => {
        const url = urlOf(synset);
        assert.equal(new URL(url).href, url);
        const found = web.synsetOf(url);
        assert.equal(found?.offset, synset.offset);
        assert.equal(found?.partOfSpeech, synset.partOfSpeech);
      }),
    );
  });

  test('a page has no second URL', () => {
    const law = 'http://noun-group.wordnet.test/law-08458195.html';
    assert.ok(web.page(law));
    for (const other of [
      'http://noun-group.wordnet.test/laws-08458195.html',
      'http://noun-group.wordnet.test/law-08458196.html',
      'http://noun-act.wordnet.test/law-08458195.html',
      'http://wordnet.test/law-08458195.html',
      'https://noun-group.wordnet.test/law-08458195.html',
      'http://noun-group.wordnet.test:81/law-08458195.html',
      `${law}?page=1`,
      `${law}?page=99`,
      `${law}?page=2e0`,
      `${law}/`,
      'not a URL',
    ]) {
      assert.equal(web.page(other), undefined, other);
    }
    assert.equal(web.pageAt('noun-group.wordnet.test', '/law-08458195.html?'), undefined);
  });
});

describe('pages', () => {
  test('are well-formed documents that say what WordNet says', () => {
    for (const synset of sample(500)) {
      const { title, text, tags, implied } = parsedPage(urlOf(synset));
      assert.equal(title, synset.words.join(', '));
      assert.equal(implied, 0);
      for (const said of [...synset.words, synset.definition, ...synset.examples]) assert.ok(text.includes(said), said);
      for (const tag of ['html', 'head', 'title', 'body', 'nav', 'main', 'h1', 'footer']) assert.ok(tags.includes(tag));
    }
  });

  test('link to pages that exist, under the words of the target', () => {
    for (const synset of sample(2000)) {
      for (const { url, anchor } of parsedPage(urlOf(synset)).links) {
        if (url.includes('?page=')) continue;
        const target = web.synsetOf(url);
        assert.ok(target !== undefined, url);
        assert.equal(anchor, target.words.join(', '));
      }
    }
  });

  test('show every relation but the domains', () => {
    for (const synset of sample(500)) {
      const shown = new Set(allPagesOf(urlOf(synset)).flatMap(({ links }) => links.map(({ url }) => url)));
      for (const pointer of synset.pointers) {
        const target = urlOf(web.wordnet.follow(pointer));
        if (!isDomain(pointer.symbol) && target !== urlOf(synset)) assert.ok(shown.has(target), target);
      }
    }
  });

  test('never link to a domain or a member of one, unless another relation does', () => {
    const inDomains = [';c', '-c', ';r', ';u'].flatMap((symbol) => [...web.wordnet.synsetsWith(symbol)]);
    let hidden = 0;
    for (const synset of inDomains.filter((_, n) => n % 8 === 0)) {
      const linked = new Set(allPagesOf(urlOf(synset)).flatMap(({ links }) => links.map(({ url }) => url)));
      const byRelation = new Set<string>();
      for (const p of synset.pointers) if (!isDomain(p.symbol)) byRelation.add(urlOf(web.wordnet.follow(p)));
      for (const p of synset.pointers) {
        const target = urlOf(web.wordnet.follow(p));
        if (!isDomain(p.symbol) || byRelation.has(target)) continue;
        assert.ok(!linked.has(target), `${urlOf(synset)} shows its domain ${target}`);
        hidden++;
      }
    }
    assert.ok(hidden > 1000);
  });

  test('say nothing that the words, glosses and relations do not say', () => {
    // 00088483 is a member of the topic law; @ 00088243 and ~ 00088669 are its other relations.
    const award = web.wordnet.at('n', 88483)!;
    assert.equal(
      parsedPage(urlOf(award)).text.replace(/\s+/g, ' ').trim(),
      'award, awarding noun.act › grant, subsidization, subsidisation award, awarding a grant made by a law court Examples ' +
        'he criticized the awarding of compensation by the court ' +
        'Award is a kind of grant, subsidization, subsidisation: the act of providing a subsidy. Kinds of award ' +
        'addiction: (Roman law) a formal award by a magistrate of a thing or person to another person ' +
        '(as the award of a debtor to his creditor); a surrender to a master WordNet 3.1 © 2011 Princeton University',
    );
  });

  test('with many links go on on further pages and lose none', () => {
    const city = [...web.wordnet.synsets('noun.location')].find((synset) => linksOf(synset).length > 2 * LINKS_A_PAGE)!;
    const pages = allPagesOf(urlOf(city));
    assert.equal(pages.length, Math.ceil(linksOf(city).length / LINKS_A_PAGE));
    const targets = new Set(pages.flatMap(({ links }) => links.map(({ url }) => url)));
    for (const link of linksOf(city)) assert.ok(targets.has(urlOf(web.wordnet.follow(link))));
    for (const { links } of pages) assert.ok(links.length <= LINKS_A_PAGE + pages.length + 1);
    assert.equal(web.page(`${urlOf(city)}?page=${pages.length + 1}`), undefined);
  });

  test('escape what HTML would take for markup', () => {
    const quoted = [...web.wordnet.synsets()].filter((synset) => /[&<>"]/.test(synset.definition));
    assert.ok(quoted.length > 20);
    for (const synset of quoted) assert.ok(parsedPage(urlOf(synset)).text.includes(synset.definition));
  });
});

describe('home pages', () => {
  test('lead to every synset of their host', () => {
    for (const file of LEXICOGRAPHER_FILES) {
      const reached = new Map<number, Synset>(web.rootsOf(file).map((root) => [root.number, root]));
      for (const synset of reached.values()) {
        for (const link of linksOf(synset)) {
          const inFile = web.wordnet.lexicographerFileOf(link.target) === file;
          if (inFile && !reached.has(link.target)) reached.set(link.target, web.wordnet.follow(link));
        }
      }
      assert.equal(reached.size, [...web.wordnet.synsets(file)].length, file);
    }
  });

  test('list all their roots and the other hosts', () => {
    for (const [home, file] of [
      ['http://noun-group.wordnet.test/', 'noun.group'],
      ['http://adv-all.wordnet.test/', 'adv.all'],
    ] as const) {
      const links = new Set(allPagesOf(home).flatMap((page) => page.links.map(({ url }) => url)));
      for (const root of web.rootsOf(file)) assert.ok(links.has(urlOf(root)));
      for (const other of web.homes()) assert.ok(other === home || links.has(other));
    }
  });
});

/** The first page and its continuations. */
function allPagesOf(url: string): ParsedPage[] {
  const first = parsedPage(url);
  const more = first.links.filter((link) => link.url.includes('?page='));
  return [first, ...more.map((link) => parsedPage(link.url))];
}
