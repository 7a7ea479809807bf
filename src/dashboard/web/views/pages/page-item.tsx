import type { ComponentChildren } from 'preact';
import type { Label, PageLine } from '../../../api/pages.js';
import type { MarkedText } from '../../../api/text.js';
import { dateOf } from '../../parts/figures.js';
import { Marked } from '../../parts/marked.js';
import { Relevance } from '../../parts/relevance.js';
import { WebText, WebUrl } from '../../parts/web-text.js';
import { LabelButtons } from './label-buttons.js';

interface PageItemProps {
  readonly page: PageLine;
  readonly title?: MarkedText;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly label: (label: Label) => void;
  /** What stands before the title: a box to choose the page, or why it is asked. */
  readonly children?: ComponentChildren;
}

/** A page of a list: what it is, how relevant, and the buttons that label it. */
export function PageItem({ page, title, isActive, isOpen, open, label, children }: PageItemProps) {
  const { url, relevance, relevant, snippet, published, fetchedAt, versions, language, outcome } = page;
  return (
    <li class={`page-item${isActive ? ' active' : ''}${isOpen ? ' open' : ''}`} data-visit={page.visit}>
      <div class="page-score">
        <Relevance value={relevance} relevant={relevant} />
        {children}
      </div>
      <div class="page-body">
        <h3>
          <button type="button" class="title-button" aria-expanded={isOpen} onClick={open}>
            {title ? <Marked text={title} /> : <WebText text={page.title || '(no title)'} />}
          </button>
        </h3>
        <p class="where">
          <WebUrl url={url} />
          <span>{published ? published.slice(0, 10) : `fetched ${dateOf(fetchedAt)}`}</span>
          {language && <span>{language}</span>}
          {versions !== undefined && <span>{versions} versions</span>}
          {outcome !== 'page' && <span class="tag">{outcome}</span>}
        </p>
        {snippet.length > 0 && (
          <p class="snippet">
            <Marked text={snippet} />
          </p>
        )}
      </div>
      <LabelButtons label={page.label} set={label} />
    </li>
  );
}
