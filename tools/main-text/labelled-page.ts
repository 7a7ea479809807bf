import { collectHtml } from '../../src/page/html/html-collector.js';
import type { Laid } from '../../src/page/main/block-features.js';
import { type BlockLabels, blockLabels } from './block-labels.js';
import { type GoldPage, isTrainedOn } from './gold-pages.js';

/** A page as the collector sees it, with what its blocks are. */
export interface LabelledPage {
  readonly page: Pick<GoldPage, 'id' | 'url' | 'type'>;
  readonly laid: Laid;
  readonly labels: BlockLabels;
  /** Whether it is in the half that is trained on. */
  readonly isTrainedOn: boolean;
  readonly gold: string;
}

export function labelledPage({ id, url, type, html, text: gold }: GoldPage): LabelledPage {
  const { text, blocks, places, title, published, author } = collectHtml(html);
  const labels = blockLabels(
    blocks.map(({ start, end }) => text.slice(start, end)),
    gold,
  );
  const laid = { text, blocks, places, title, published, author };
  return { page: { id, url, type }, laid, labels, isTrainedOn: isTrainedOn({ id, url }), gold };
}
