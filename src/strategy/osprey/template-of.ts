import { hostOf } from '../../url/canonical-url.js';

/** Directories below which pages count as made alike: a trap may grow ever deeper without becoming anything new. */
const deepestDirectory = 3;

/**
 * The pages of a site that are made alike, as one name: host and directory, as far as the third, with all numbers as `0`. Of a
 * URL with parameters also the page and the names of the parameters, so that a calendar is one template however many months
 * it has.
 */
export function templateOf(url: string): string {
  const host = hostOf(url);
  const query = url.indexOf('?');
  const path = url.slice(url.indexOf('//') + 2 + host.length, query < 0 ? undefined : query);
  const steps = path.split('/').slice(1);
  const page = steps.pop() ?? '';
  const directory = ['', ...steps.slice(0, deepestDirectory), ''].join('/');
  const name = query < 0 ? directory : `${directory}${page}?${parametersOf(url.slice(query + 1))}`;
  return host + name.replace(/\d+/g, '0');
}

/** All pages of a folder have one template, unless they have parameters: these are each their own. */
export function folderOf(url: string): string {
  return url.includes('?') ? url : url.slice(0, url.lastIndexOf('/') + 1);
}

/** Names of parameters, in order of the alphabet, each once. */
function parametersOf(query: string): string {
  const names = query.split('&').map((parameter) => parameter.replace(/=.*$/, ''));
  return [...new Set(names)].sort().join('&');
}
