import { computed, signal } from '@preact/signals';

/** Where in the dashboard one is. It is kept in the fragment, so that the server sees nothing of it and needs no rules for it. */
export interface Route {
  /** Steps of the way, as in `['crawls', 'law', 'pages']`. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

const fragment = signal(location.hash);
addEventListener('hashchange', () => {
  fragment.value = location.hash;
});

export const route = computed<Route>(() => parsed(fragment.value));

export function parsed(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  return { path: path.split('/').filter(Boolean).map(decoded), query: new URLSearchParams(query) };
}

/** A fragment that somebody typed may be no valid encoding. */
function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

export type QueryValues = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** A link to a place; what is empty is left out of its query. */
export function linkTo(path: readonly string[], query: QueryValues = {}): string {
  const given = Object.entries(query).filter(([, value]) => value != null && value !== '' && value !== false);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `#/${path.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`;
}

export function goTo(path: readonly string[], query: QueryValues = {}): void {
  location.hash = linkTo(path, query);
}

/** Changes the query of the place that is shown, without a step in the browser's history. */
export function changeQuery(changes: QueryValues): void {
  const { path, query } = route.value;
  const link = linkTo(path, { ...Object.fromEntries(query), ...changes });
  history.replaceState(null, '', link);
  fragment.value = link;
}
