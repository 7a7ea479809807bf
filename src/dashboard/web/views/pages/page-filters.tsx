import type { PagesQuery } from '../../../api/pages.js';
import { Choice } from '../../parts/choice.js';
import { Field } from '../../parts/field.js';
import { changeQuery } from '../../shell/route.js';

type Filters = Omit<PagesQuery, 'after' | 'limit'>;

/** What the place in the dashboard asks for. */
export function pagesQueryOf(query: URLSearchParams): Filters {
  const given = (name: string) => query.get(name) || undefined;
  const [host, language, least] = [given('host'), given('language'), Number(given('least'))];
  return {
    order: (given('order') ?? 'relevance') as NonNullable<Filters['order']>,
    which: (given('which') ?? 'relevant') as NonNullable<Filters['which']>,
    ...(host !== undefined && { host }),
    ...(language !== undefined && { language }),
    ...(least > 0 && { minRelevance: least }),
  };
}

export function PageFilters({ query }: { readonly query: Filters }) {
  return (
    <search class="filters">
      <Choice
        label="Show"
        value={query.which ?? 'relevant'}
        set={(which) => changeQuery({ which })}
        choices={[
          ['relevant', 'relevant'],
          ['all', 'all'],
          ['other', 'not relevant'],
          ['labelled', 'labelled'],
        ]}
      />
      <Choice
        label="Order"
        value={query.order ?? 'relevance'}
        set={(order) => changeQuery({ order })}
        choices={[
          ['relevance', 'relevance'],
          ['newest', 'newest visit'],
          ['oldest', 'oldest visit'],
        ]}
      />
      <Field
        label="Host"
        type="search"
        value={query.host ?? ''}
        set={(host) => changeQuery({ host: host.trim() })}
        placeholder="example.org"
      />
      <Field
        label="Least relevance"
        type="number"
        min={0}
        step={0.05}
        value={query.minRelevance === undefined ? '' : String(query.minRelevance)}
        set={(least) => changeQuery({ least })}
      />
      <Field
        label="Language"
        type="search"
        value={query.language ?? ''}
        set={(language) => changeQuery({ language: language.trim() })}
        placeholder="en"
      />
    </search>
  );
}
