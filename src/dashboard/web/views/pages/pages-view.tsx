import { useEffect, useState } from 'preact/hooks';
import { count } from '../../../../counted.js';
import type { PageLine, PagesQuery } from '../../../api/pages.js';
import { useResource } from '../../client/use-resource.js';
import { Empty, Loading, Trouble } from '../../parts/state-box.js';
import { changeQuery, route } from '../../shell/route.js';
import type { ViewProps } from '../../shell/view-props.js';
import { CursorPager, useCursors } from './cursor-pager.js';
import { ExportSelection } from './export-selection.js';
import { JudgementLine } from './judgement-line.js';
import { PageFilters, pagesQueryOf } from './page-filters.js';
import { PageItem } from './page-item.js';
import { useLabels } from './use-labels.js';
import { useListKeys } from './use-list-keys.js';
import { WhyPanel } from './why-panel.js';

const pageSize = 50;

/** The ranked list, with the panel that says why a page is where it is. */
export function PagesView({ crawl, state }: ViewProps) {
  const query = pagesQueryOf(route.value.query);
  const cursors = useCursors(JSON.stringify(query));
  const list = useResource(
    'GET /api/crawls/:crawl/pages',
    { crawl, query: { ...query, limit: pageSize, ...cursors.query } },
    { keep: true },
  );
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const pages = list.data?.items ?? [];
  const { next } = list.data ?? {};
  useEffect(() => {
    // Rare pages may lie further on than the server looks at a time.
    if (pages.length === 0 && next !== undefined && !list.loading) cursors.forward(next);
  }, [list.data]);
  const openVisit = Number(route.value.query.get('visit')) || undefined;
  const open = ({ visit }: PageLine) => changeQuery({ visit: visit === openVisit ? null : visit });
  const close = () => changeQuery({ visit: null });
  const { setLabel, judged } = useLabels(crawl, (visit, label) =>
    list.patch((data) => ({
      ...data,
      items: data.items.map((page) => (page.visit === visit ? relabelled(page, label) : page)),
    })),
  );
  const toggle = (visit: number) =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(visit)) after.add(visit);
      return after;
    });
  const { active, setActive } = useListKeys({
    pages,
    open,
    close,
    label: (page, label) => void setLabel(page, label),
    more: [{ keys: ['x'], words: 'Choose for export', run: () => pages[active] && toggle(pages[active]!.visit) }],
  });
  return (
    <div class={openVisit === undefined ? 'split' : 'split with-panel'}>
      <div>
        <PageFilters query={query} />
        <div class="list-head">
          <span class="soft" role="status">
            {list.data === undefined
              ? ''
              : listWords(list.data.total ?? knownTotal(query, state), pages.length, list.data.reading)}
          </span>
          <span class="note wide-only">
            <kbd>j</kbd> <kbd>k</kbd> move · <kbd>y</kbd> relevant · <kbd>n</kbd> not · <kbd>s</kbd> skip · <kbd>w</kbd>{' '}
            why
          </span>
          <ExportSelection crawl={crawl} query={query} chosen={chosen} clear={() => setChosen(new Set())} />
        </div>
        {judged && <JudgementLine judged={judged} />}
        {list.error && <Trouble error={list.error} again={list.reload} />}
        {list.data === undefined && !list.error && <Loading />}
        {list.data !== undefined && pages.length === 0 && (
          <Empty title="No page matches.">
            <p>
              {state.pages === 0 ? 'The crawl has fetched none yet.' : 'Show all pages, or lower the least relevance.'}
            </p>
          </Empty>
        )}
        <ol class="page-list" aria-label="Pages">
          {pages.map((page, index) => (
            <PageItem
              key={page.visit}
              page={page}
              isActive={index === active}
              isOpen={page.visit === openVisit}
              open={() => [setActive(index), open(page)]}
              label={(label) => void setLabel(page, label)}
            >
              <input
                type="checkbox"
                aria-label={`Choose for export: ${page.title}`}
                checked={chosen.has(page.visit)}
                onChange={() => toggle(page.visit)}
              />
            </PageItem>
          ))}
        </ol>
        <CursorPager cursors={cursors} next={list.data?.next} />
      </div>
      {openVisit !== undefined && <WhyPanel key={openVisit} crawl={crawl} visit={openVisit} close={close} />}
    </div>
  );
}

function relabelled(page: PageLine, label: PageLine['label']): PageLine {
  const { label: _, ...rest } = page;
  return label === undefined ? rest : { ...rest, label };
}

/** How many there are, where the crawl's own figures tell. */
function knownTotal(query: PagesQuery, { pages, relevant }: ViewProps['state']): number | undefined {
  if (query.host !== undefined || query.language !== undefined || query.minRelevance !== undefined) return undefined;
  return query.which === 'all' ? pages : query.which === 'relevant' ? relevant : undefined;
}

function listWords(
  total: number | undefined,
  shown: number,
  reading: { readonly read: number; readonly of: number } | undefined,
): string {
  if (reading) return `Still reading: ${count(reading.read)} of ${count(reading.of)} visits so far.`;
  return total === undefined ? `${count(shown)} shown` : `${count(total)} ${total === 1 ? 'page' : 'pages'}`;
}
