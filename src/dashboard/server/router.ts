import type { Endpoints } from '../api/endpoints.js';

type Key = keyof Endpoints;

interface Route {
  readonly key: Key;
  readonly method: string;
  readonly parts: readonly string[];
}

export interface Routed {
  readonly key: Key;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the endpoint of a request by the names of `Endpoints`. */
export class Router {
  readonly #routes: readonly Route[];

  constructor(keys: readonly Key[]) {
    this.#routes = keys.map((key) => {
      const [method = '', pattern = ''] = key.split(' ');
      return { key, method, parts: pattern.split('/') };
    });
  }

  /** Undefined where there is none; parts of the path that cannot be decoded match nothing. */
  find(method: string, pathname: string): Routed | undefined {
    const parts = pathname.split('/').map(decoded);
    const route = this.#routes.find((each) => each.method === method && matches(each.parts, parts));
    if (route === undefined) return undefined;
    const names = route.parts.flatMap((part, place) => (part.startsWith(':') ? [[part.slice(1), parts[place]!]] : []));
    return { key: route.key, params: Object.fromEntries(names) };
  }
}

function matches(pattern: readonly string[], parts: readonly (string | undefined)[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, place) => (part.startsWith(':') ? !!parts[place] : part === parts[place]))
  );
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
