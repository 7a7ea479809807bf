import { useEffect, useState } from 'preact/hooks';
import type { Label, PageLine } from '../../../api/pages.js';
import { type Shortcut, useShortcuts } from '../../shell/shortcuts.js';

interface ListKeys<Page extends PageLine> {
  readonly pages: readonly Page[];
  readonly open: (page: Page) => void;
  readonly close: () => void;
  readonly label: (page: Page, label: Label) => void;
  readonly more?: readonly Shortcut[];
}

/** Keys of a list of pages. Returns the place of the page that they act on, -1 before the first key. */
export function useListKeys<Page extends PageLine>({ pages, open, close, label, more = [] }: ListKeys<Page>) {
  const [active, setActive] = useState(-1);
  const move = (to: number) => {
    const place = Math.max(0, Math.min(pages.length - 1, to));
    setActive(place);
    const item = document.querySelectorAll<HTMLElement>('.page-item')[place];
    item?.scrollIntoView({ block: 'nearest' });
    item?.querySelector<HTMLElement>('.title-button')?.focus({ preventScroll: true });
  };
  const give = (value: Label) => () => {
    const place = Math.max(0, active);
    const page = pages[place];
    if (page === undefined) return;
    label(page, value);
    move(place + 1);
  };
  const first = pages[0]?.visit;
  // Another list begins at its top.
  useEffect(() => setActive(-1), [first]);
  useShortcuts('Pages', [
    { keys: ['j', 'ArrowDown'], words: 'Next page', run: () => move(active + 1) },
    { keys: ['k', 'ArrowUp'], words: 'Previous page', run: () => move(active - 1) },
    {
      keys: ['w'],
      words: 'Why: open or close',
      run: () => pages[Math.max(0, active)] && open(pages[Math.max(0, active)]!),
    },
    { keys: ['y'], words: 'Relevant, and on to the next', run: give('relevant') },
    { keys: ['n'], words: 'Not relevant, and on to the next', run: give('other') },
    { keys: ['s'], words: 'Not sure, and on to the next', run: give('unsure') },
    { keys: ['Escape'], words: 'Close the panel', run: close },
    ...more,
  ]);
  return { active, setActive };
}
