import { type Explanation, explain as explainUrl } from '../export/explanation.js';
import { UsageError } from '../failure.js';
import { readingCrawl } from '../store/open-reader.js';
import { canonicalUrl } from '../url/canonical-url.js';

/** Why a URL is where it is: the path to it, its visits and the links to it; undefined where the crawl has never met it. */
export async function explain(location: string, written: string): Promise<Explanation | undefined> {
  const url = canonicalUrl(written);
  if (url === undefined) throw new UsageError('bad-url', `"${written}" is not an http or https URL.`);
  return readingCrawl(location, ({ records }) => explainUrl(records, url));
}
