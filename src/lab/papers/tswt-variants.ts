import { variant } from './variant.js';

/** As in the paper: terms of the query get the weight that the seeds give them. */
export const table = (name: string, size: number) =>
  variant(name, 'tswt', { table: 'static', 'static-size': size, 'query-weight': 0 });
export const growing = (name: string, growth: number, threshold: number, parents: 'sum' | 'max' = 'sum') =>
  variant(name, 'tswt', {
    table: 'dynamic',
    'dynamic-size': 100,
    growth,
    'growth-threshold': threshold,
    'query-weight': 0,
    ...(parents === 'max' && { parents }),
  });

export const atOnce = (requests: number) =>
  variant(counted(requests), 'tswt', {}, { requests, requestsPerHost: requests, delay: 0 });
function counted(requests: number): string {
  return requests === 1 ? '1 request' : `${requests} requests`;
}
