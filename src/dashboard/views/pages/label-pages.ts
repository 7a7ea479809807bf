import { counted } from '../../../counted.js';
import { openControl } from '../../../crawl/control/open-control.js';
import { appliesLabelsNote, documentsBetweenLooks } from '../../../crawl/label-watcher.js';
import type { PersonLabel } from '../../../labels/label-file.js';
import { whyNoPage } from '../../../labels/label-pages.js';
import type { LabelEffect } from '../../api/pages.js';
import { type Fields, needed } from '../../server/fields.js';
import { badRequest } from '../../server/refusal.js';
import type { ShownCrawl } from '../../server/shown-crawl.js';
import { ownJudgement } from './own-judgement.js';
import { visitOf } from './page-detail.js';
import { randomSeedOf } from './random-seed.js';

const mostLabels = 200;

/** Keeps what a person says of pages: in the file where `osprey label` keeps it, and as a command with who and when. */
export async function labelPages(crawl: ShownCrawl, body: Fields, by: string): Promise<LabelEffect> {
  const given = needed(body.only('labels').list('labels', mostLabels), 'labels');
  const said = new Map<string, PersonLabel | 'none'>();
  const reader = await crawl.reader();
  for (const one of given) {
    const visit = needed(one.only('visit', 'label').integer('visit', 1, Number.MAX_SAFE_INTEGER), 'visit');
    const label = needed(one.choice('label', 'relevant', 'other', 'unsure', 'none'), 'label');
    const { url } = await visitOf(crawl, String(visit));
    const why = await whyNoPage(url, reader.records);
    if (why !== undefined) throw badRequest(`Visit ${visit} ${why}.`);
    said.set(url, label);
  }
  const { changed } = await reader.keepJudgements(said, randomSeedOf(crawl));
  const sure = [...said].flatMap(([url, label]) =>
    label === 'relevant' || label === 'other' ? [{ url, relevant: label === 'relevant' }] : [],
  );
  if (sure.length > 0) await noteLabels(crawl, sure, by);
  const words = `Saved ${counted(said.size, 'label')}; ${await effectInWords(crawl)}.`;
  return { saved: said.size, changed, words, judged: await ownJudgement(crawl) };
}

async function noteLabels(
  crawl: ShownCrawl,
  labels: readonly { readonly url: string; readonly relevant: boolean }[],
  by: string,
): Promise<void> {
  const control = await openControl(crawl.location, { by, wait: 0 });
  try {
    await control.label(labels);
  } finally {
    control.close();
  }
}

async function effectInWords(crawl: ShownCrawl): Promise<string> {
  const reader = await crawl.reader();
  const { archive, strategy } = crawl.settings();
  if (!archive) return 'the crawl keeps no pages and cannot learn from them';
  if ((await reader.notes.get(appliesLabelsNote)) === 'no') return `${strategy} does not learn from labels`;
  return (await reader.isRunning())
    ? `the crawl learns from them within ${documentsBetweenLooks} pages`
    : 'the crawl learns from them when it is resumed or judged again';
}
