import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { DomUtils, parseDocument } from 'htmlparser2';
import { WARCParser } from 'warcio';
import type { Page } from '../../src/model/page.js';
import { decodeBody } from '../../src/page/charset.js';
import { readPage } from '../../src/reading/read-page.js';
import { canonicalUrl } from '../../src/url/canonical-url.js';
import { absent, webs } from '../shared-data.js';

const OPTIONS = { language: 'en', stem: true, phrases: [], detectLanguage: false };
const skip = absent(webs, 'OSPREY_WEBS');

interface Recorded {
  readonly url: string;
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
}

/** The first `limit` pages of a recorded web. */
async function* recordedPages(web: string, limit: number): AsyncGenerator<Recorded> {
  let count = 0;
  for await (const record of new WARCParser(createReadStream(path.join(webs ?? '', web, 'web.warc.gz')))) {
    const url = canonicalUrl(record.warcTargetURI ?? '');
    if (record.warcType !== 'response' || url === undefined) continue;
    const body = await record.readFully(true);
    if (record.httpHeaders?.statusCode !== 200) continue;
    if (++count > limit) return;
    yield { url, contentType: record.httpHeaders.headers.get('content-type') ?? undefined, body };
  }
}

/** Targets found another way: a document tree, every element looked at. */
function targetsByTree({ url, contentType, body }: Recorded): Set<string> {
  const tree = parseDocument(decodeBody(body, contentType).text);
  const elements = DomUtils.getElementsByTagName('*', tree);
  const base = elements.find(({ name, attribs }) => name === 'base' && attribs.href !== undefined)?.attribs.href;
  const resolvedBase = base === undefined || canonicalUrl(base, url) === undefined ? url : new URL(base, url);
  const targets = new Set<string>();
  for (const { name, attribs } of elements) {
    const refresh =
      name === 'meta' && /refresh/i.test(attribs['http-equiv'] ?? '')
        ? /;\s*url=["']?([^"']*)/i.exec(attribs.content ?? '')?.[1]
        : undefined;
    const series = name === 'link' && /\b(?:next|prev)\b/i.test(attribs.rel ?? '') ? attribs.href : undefined;
    const anchor = name === 'a' || name === 'area' ? attribs.href : undefined;
    const frame = name === 'frame' || name === 'iframe' ? attribs.src : undefined;
    const href = refresh ?? series ?? anchor ?? (frame || undefined);
    const target = href === undefined ? undefined : canonicalUrl(href, resolvedBase);
    if (target !== undefined && target !== url) targets.add(target);
  }
  return targets;
}

function assertSane(page: Page): void {
  assert.ok(
    page.text.split('\n').every((line) => line !== '' || page.text === ''),
    page.url,
  );
  assert.doesNotMatch(page.text, / {2}|^ | \n|\n /, page.url);
  assert.ok(page.mainText.length <= page.text.length, page.url);
  for (const link of page.links) {
    assert.ok(link.path !== '' && !link.path.startsWith('/'), page.url);
    assert.ok(link.context.length > 0 || link.anchor === '', page.url);
  }
}

describe('recorded webs', { skip }, () => {
  for (const [web, sample] of [
    ['webkb-dev', 400],
    ['schools-wikipedia', 50],
  ] as const) {
    test(`pages of ${web} have the links that a document tree shows`, async () => {
      let pages = 0;
      let links = 0;
      for await (const recorded of recordedPages(web, sample)) {
        const page = readPage(recorded, OPTIONS);
        assert.deepEqual(new Set(page.links.map(({ url }) => url)), targetsByTree(recorded), recorded.url);
        assertSane(page);
        pages++;
        links += page.links.length;
      }
      assert.equal(pages, sample);
      assert.ok(links > sample, `${links} links`);
    });
  }
});
