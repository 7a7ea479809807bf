import type { Settings } from '../config/options.js';
import { addressRefusal } from '../download/address-guard.js';
import { quietUntil } from '../frontier/quiet-hours.js';
import { hostOf } from '../url/canonical-url.js';
import type { HopDiagnosis } from './hop-diagnosis.js';

/** The most that --max-redirects takes. */
const mostRedirects = 20;
/** Types that the reader of pages makes sense of. */
const readable = /^(?:text\/[\w.+-]+|[\w.-]+\/(?:[\w.-]+\+)?xml)$/;
/** What names may hold in an option that is to be copied into a shell: a server has chosen them. */
const harmless = /^[\w.:[\]-]+$/;

/** By the reason why a URL would not be visited: the option that would change that, as it has to be given. */
const remedies: Readonly<Record<string, (hop: HopDiagnosis, settings: Settings) => string | undefined>> = {
  domain: ({ url }, { domains }) => {
    const { hostname } = new URL(url);
    return harmless.test(hostname) ? `--domains ${[...domains, hostname].join(',')}` : '--domains';
  },
  include: () => '--include',
  exclude: () => '--exclude',
  'blocked-host': () => '--block-hosts',
  'content-type': ({ answer }, { types }) => {
    const type = answer?.contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    return readable.test(type) ? `--types ${[...types, type].join(',')}` : undefined;
  },
  'address-refused': ({ addresses }) =>
    addresses?.addresses.some(({ address }) => addressRefusal(address, true) === undefined)
      ? '--allow-private'
      : undefined,
  'max-redirects': (_, { maxRedirects }) =>
    maxRedirects < mostRedirects ? `--max-redirects ${maxRedirects + 1}` : undefined,
  'hosts-waiting': ({ url, until }, { quietHours }) => {
    const isQuiet = until !== undefined && quietUntil(quietHours, hostOf(url), Date.parse(until) - 1) !== undefined;
    return isQuiet ? '--quiet-hours' : undefined;
  },
  'total-timeout': () => '--timeout',
  'body-too-large': () => '--max-page-bytes',
  'proxy-failure': () => '--proxy',
  'http-401': () => '--header',
  'http-403': () => '--header',
};

/** Undefined where no option changes it, and for a page. */
export function optionThatChanges(hop: HopDiagnosis, settings: Settings): string | undefined {
  return remedies[hop.reason]?.(hop, settings);
}
