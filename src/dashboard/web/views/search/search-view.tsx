import { useEffect, useRef, useState } from 'preact/hooks';
import { count, counted } from '../../../../counted.js';
import type { FoundPage } from '../../../api/search.js';
import { jobs } from '../../client/stream.js';
import { useResource } from '../../client/use-resource.js';
import { JobProgress } from '../../parts/job-progress.js';
import { Empty, Loading, Trouble } from '../../parts/state-box.js';
import { changeQuery, route } from '../../shell/route.js';
import { useShortcuts } from '../../shell/shortcuts.js';
import type { ViewProps } from '../../shell/view-props.js';
import { PageItem } from '../pages/page-item.js';
import { useLabels } from '../pages/use-labels.js';
import { useListKeys } from '../pages/use-list-keys.js';
import { WhyPanel } from '../pages/why-panel.js';

const most = 50;

/** Full-text search over what was collected. Queries are logged, as those of the command line. */
export function SearchView({ crawl, state }: ViewProps) {
  const { query } = route.value;
  const q = query.get('q') ?? '';
  const onlyRelevant = query.get('relevant') === 'yes';
  const openVisit = Number(query.get('visit')) || undefined;
  const [text, setText] = useState(q);
  const field = useRef<HTMLInputElement>(null);
  const answer = useResource(
    'GET /api/crawls/:crawl/search',
    q === '' ? null : { crawl, query: { q, limit: most, ...(onlyRelevant && { relevant: 'yes' as const }) } },
  );
  const { indexing } = answer.data ?? {};
  const job = indexing && (jobs.value.get(indexing.id) ?? indexing);
  useEffect(() => {
    if (job?.state === 'done') answer.reload();
  }, [job?.state]);
  const pages = answer.data?.found ?? [];
  const open = ({ visit }: { readonly visit: number }) => changeQuery({ visit: visit === openVisit ? null : visit });
  const close = () => changeQuery({ visit: null });
  const { setLabel } = useLabels(crawl, (visit, label) =>
    answer.patch((data) => ({
      ...data,
      found: data.found.map((page) => (page.visit === visit ? relabelled(page, label) : page)),
    })),
  );
  const { active, setActive } = useListKeys({ pages, open, close, label: (page, label) => void setLabel(page, label) });
  useShortcuts('Search', [{ keys: ['/'], words: 'Search', run: () => field.current?.select() }]);
  useEffect(() => {
    if (q === '') field.current?.focus();
  }, []);
  return (
    <div class={openVisit === undefined ? 'split' : 'split with-panel'}>
      <div>
        <search>
          <form
            class="search-form"
            onSubmit={(event) => {
              event.preventDefault();
              changeQuery({ q: text.trim(), visit: null });
            }}
          >
            <label class="unseen" for="q">
              Search the pages of this crawl
            </label>
            <input
              ref={field}
              id="q"
              type="search"
              value={text}
              autocomplete="off"
              placeholder={'words, "a phrase", -without'}
              onInput={(event) => setText(event.currentTarget.value)}
            />
            <button type="submit" class="primary">
              Search
            </button>
            <label class="tick">
              <input
                type="checkbox"
                checked={onlyRelevant}
                onChange={(event) => changeQuery({ relevant: event.currentTarget.checked ? 'yes' : null })}
              />
              only relevant pages
            </label>
          </form>
        </search>
        {q === '' && (
          <Empty title={`Search ${counted(state.pages, 'page')} by their words.`}>
            <p>
              Quotation marks keep words together, a minus leaves pages out. What is searched for is kept in the query
              log of the crawl.
            </p>
          </Empty>
        )}
        {answer.error && <Trouble error={answer.error} again={answer.reload} />}
        {q !== '' && answer.data === undefined && !answer.error && <Loading words="Searching…" />}
        <JobProgress job={job} />
        {answer.data && (
          <p class="soft" role="status">
            {resultWords(pages.length, answer.data.more, answer.data.someWords)}
            {answer.data.hidden > 0 && ` Left out (noindex): ${count(answer.data.hidden)}.`}
          </p>
        )}
        <ol class="page-list" aria-label="Pages found">
          {pages.map((page, index) => (
            <PageItem
              key={page.visit}
              page={page}
              title={page.markedTitle}
              isActive={index === active}
              isOpen={page.visit === openVisit}
              open={() => [setActive(index), open(page)]}
              label={(label) => void setLabel(page, label)}
            />
          ))}
        </ol>
      </div>
      {openVisit !== undefined && <WhyPanel key={openVisit} crawl={crawl} visit={openVisit} close={close} />}
    </div>
  );
}

function relabelled(page: FoundPage, label: FoundPage['label']): FoundPage {
  const { label: _, ...rest } = page;
  return label === undefined ? rest : { ...rest, label };
}

function resultWords(shown: number, more: boolean, someWords: boolean): string {
  if (shown === 0) return 'No page has these words.';
  const pages = more ? `The best ${count(shown)} pages` : counted(shown, 'page');
  return someWords ? `No page has all the words. ${pages} with some of them.` : `${pages}.`;
}
