import { Failure } from '../failure.js';
import { readingCrawl } from '../store/open-reader.js';

/** Tells the webhook of `--notify` what a run found. A webhook that fails is told of, and costs the run nothing. */
export async function notifyRun(
  url: string | undefined,
  location: string,
  since: number,
  stopReason: string,
): Promise<void> {
  if (url === undefined) return;
  const { newPagesNotice } = await import('../notify/new-pages-notice.js');
  const { sendNotice } = await import('../notify/send-notice.js');
  const notice = await readingCrawl(location, (reader) => newPagesNotice(reader, since, stopReason));
  if (notice.pages.length === 0) return;
  try {
    await sendNotice(url, notice, process.env.OSPREY_NOTIFY_SECRET);
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    process.stderr.write(`osprey: ${thrown.message} The pages are in the crawl all the same.\n`);
  }
}
