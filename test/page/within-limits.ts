import assert from 'node:assert/strict';
import type { Page } from '../../src/model/page.js';
import { MAX_ANCHOR, MAX_CONTEXT, MAX_LINKS, MAX_PATH, MAX_TEXT, MAX_TITLE } from '../../src/page/page-limits.js';
import { canonicalUrl } from '../../src/url/canonical-url.js';

/** What holds of every page, whatever its author sent. */
export function assertWithinLimits(page: Page): void {
  assert.ok(page.text.length <= MAX_TEXT);
  assert.ok(page.mainText.length <= page.text.length);
  assert.ok(page.title.length <= MAX_TITLE);
  assert.ok(page.links.length <= MAX_LINKS);
  const targets = new Set<string>();
  for (const link of page.links) {
    assert.equal(canonicalUrl(link.url), link.url);
    assert.ok(link.anchor.length <= MAX_ANCHOR && link.context.length <= MAX_CONTEXT && link.path.length <= MAX_PATH);
    assert.doesNotMatch(`${link.anchor}${link.context}${link.path}${page.title}`, /\p{Cc}/u);
    targets.add(link.url);
  }
  assert.equal(targets.size, page.links.length);
}
