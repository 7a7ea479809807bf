import type { Endpoints } from '../../api/endpoints.js';
import { ApiError } from './api-error.js';

export type Endpoint = keyof Endpoints;
type Params<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [Key in Name]: string | number } & Params<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? { readonly [Key in Name]: string | number }
    : unknown;
type QueryOf<Name extends Endpoint> = Endpoints[Name] extends { query: infer Query }
  ? { readonly query?: Query }
  : unknown;
type BodyOf<Name extends Endpoint> = Endpoints[Name] extends { body: infer Body } ? { readonly body: Body } : unknown;

/** What an endpoint is given: the parts of its path by name, its query, its body. */
export type Given<Name extends Endpoint> = Params<Name> & QueryOf<Name> & BodyOf<Name>;
export type Answer<Name extends Endpoint> = Endpoints[Name]['answer'];

/** Asks the server. Whatever goes wrong is an `ApiError`, save for a request that was given up. */
export async function request<Name extends Endpoint>(
  endpoint: Name,
  given: Given<Name>,
  signal?: AbortSignal,
): Promise<Answer<Name>> {
  const [method = 'GET'] = endpoint.split(' ');
  const { body } = given as { readonly body?: unknown };
  return answerOf<Answer<Name>>(method, pathOf(endpoint, given), method === 'GET' ? undefined : (body ?? {}), signal);
}

export async function answerOf<Data>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Data> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    throw new ApiError('offline', 'The server does not answer.', 0);
  }
  const answer: unknown = await response.json().catch((thrown: unknown) => {
    // Given up while the body came: not an answer, and nobody waits for one.
    if (signal?.aborted) throw thrown;
    if (response.ok) throw new ApiError('broken-answer', 'The answer of the server broke off.', response.status);
    return null;
  });
  if (response.ok) return answer as Data;
  const { code = `http-${response.status}`, message = `The server responded with status ${response.status}.` } =
    (answer as { error?: { code?: string; message?: string } } | null)?.error ?? {};
  throw new ApiError(code, message, response.status);
}

/** The path of an endpoint with its parts and query encoded; what is absent or empty is left out. */
export function pathOf<Name extends Endpoint>(endpoint: Name, given: Given<Name>): string {
  const { query = {} } = given as { readonly query?: Readonly<Record<string, unknown>> };
  const parts = given as Readonly<Record<string, unknown>>;
  const path = endpoint
    .replace(/^\w+ /, '')
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(parts[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value != null && value !== '') search.append(name, String(value));
  return search.size === 0 ? path : `${path}?${search}`;
}
