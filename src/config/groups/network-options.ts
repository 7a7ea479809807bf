import { list } from '../collection-kinds.js';
import { headers, hostMap, proxyUrl, withoutPassword, withoutSecretHeaders } from '../network-kinds.js';
import { option } from '../option.js';
import { boolean, bytes, choice, duration, file, integer } from '../scalar-kinds.js';

const HOUR = 3_600_000;

/** How requests are sent, and what is taken of their answers. */
export const networkOptions = {
  proxy: option({
    group: 'Network',
    kind: proxyUrl(),
    help: 'Send all requests through this proxy.',
    details: 'A password in the URL is not stored in the crawl folder.',
    keep: withoutPassword,
  }),
  header: option({
    group: 'Network',
    kind: headers(),
    default: {},
    help: 'Header to send with every request.',
    details:
      'Cookies, authorization and other secret headers go only to the sites of the seeds, and are not stored in the crawl folder.',
    keep: withoutSecretHeaders,
  }),
  resolve: option({
    group: 'Network',
    kind: hostMap(),
    default: {},
    help: 'Connect to this address for a host; * is every other host.',
    details: 'The address may have a port: `example.org=127.0.0.1:8080`.',
  }),
  allowPrivate: option({
    group: 'Network',
    kind: boolean(),
    default: false,
    help: 'Allow private and loopback addresses, for intranets.',
  }),
  timeout: option({
    group: 'Network',
    kind: duration({ min: 1, max: HOUR }),
    default: '60s',
    help: 'Time limit for one request, with its body.',
  }),
  maxPageBytes: option({
    group: 'Network',
    kind: bytes({ min: 1, max: 1_000_000_000 }),
    default: '10MB',
    help: 'Largest page, after decompression.',
  }),
  maxRedirects: option({
    group: 'Network',
    kind: integer({ min: 0, max: 20 }),
    default: 5,
    help: 'Most redirects to follow for one page.',
  }),
  retries: option({
    group: 'Network',
    kind: integer({ min: 0, max: 10 }),
    default: 2,
    help: 'Retries after a temporary failure.',
  }),
  cookies: option({
    group: 'Network',
    kind: file('cookies.txt'),
    help: "Cookies to send, each to its own site: a file in Netscape's format.",
    details:
      'As browser extensions and curl export them. They go with pages and sitemaps, not with robots.txt, and only where their domain and path say. Neither they nor the name of the file are stored in the crawl folder: give them again to `resume`. See [login.md](login.md).',
    keep: () => undefined,
  }),
  cookieJar: option({
    group: 'Network',
    kind: boolean(),
    default: false,
    help: 'Keep the cookies that sites set while the crawl runs, and send them back to them.',
    details: 'In memory only: they are gone when the crawl ends. See [login.md](login.md).',
  }),
  render: option({
    group: 'Network',
    kind: choice('never', 'auto', 'always'),
    default: 'never',
    help: 'Run the scripts of pages in a browser: of those that are empty without them, or of all.',
    details:
      'Needs the package `playwright-core` and an installed Chromium. `never` needs neither, and counts the pages that are empty without scripts. See [rendering.md](rendering.md).',
  }),
  browser: option({
    group: 'Network',
    kind: file('path', 'the path of a program'),
    help: 'Chromium to render pages with. (default: CHROME_PATH, or one that is installed)',
    keep: () => undefined,
  }),
  renderTime: option({
    group: 'Network',
    kind: duration({ min: 100, max: 300_000 }),
    default: '15s',
    help: 'Time limit for the scripts of one page.',
  }),
  web: option({
    group: 'Network',
    kind: list(file('file.warc.gz')),
    default: [],
    help: 'Crawl this archived web instead of the live one.',
  }),
};
