import { useState } from 'preact/hooks';
import type { Label, LabelEffect, OwnJudgement, PageLine } from '../../../api/pages.js';
import { request } from '../../client/request.js';
import { say } from '../../shell/toasts.js';

/** Changes the label of a page that is shown. */
export type ShowLabel = (visit: number, label: Label | undefined) => void;

const words: Readonly<Record<Label, string>> = {
  relevant: 'Labelled relevant.',
  other: 'Labelled not relevant.',
  unsure: 'Left open.',
};

/** Labels pages: shows it at once, takes it back where the server refuses, and offers to undo it. */
export function useLabels(crawl: string, show: ShowLabel) {
  const [judged, setJudged] = useState<OwnJudgement>();
  async function send(
    visit: number,
    label: Label | 'none',
    before: Label | undefined,
  ): Promise<LabelEffect | undefined> {
    show(visit, label === 'none' ? undefined : label);
    try {
      const effect = await request('POST /api/crawls/:crawl/labels', { crawl, body: { labels: [{ visit, label }] } });
      setJudged(effect.judged);
      return effect;
    } catch (thrown) {
      show(visit, before);
      say('failed', (thrown as Error).message);
      return undefined;
    }
  }
  async function setLabel({ visit, label: before }: PageLine, label: Label): Promise<void> {
    if (before === label) return void send(visit, 'none', before);
    const effect = await send(visit, label, before);
    if (effect) say('done', `${words[label]} ${effect.words}`, () => void send(visit, before ?? 'none', label));
  }
  return { setLabel, judged };
}
