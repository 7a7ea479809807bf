/** What a server appends to the name of a page. */
const FILE_EXTENSION =
  /^\.(?:x?html?|shtml|mhtml|php\d?|phtml|aspx?|jspx?|jsf|cfm|cgi|do|action|pl|py|xml|txt|md|pdf)$/i;
/** Second-level labels under country domains that say who registers there, as in co.uk and edu.au. */
const REGISTRY_LABEL = /^(?:ac|co|com|edu|go|gob|gov|gouv|gv|ltd|mil|ne|net|nom|or|org|sch)$/i;
const HOST_PREFIX = /^(?:www?\d*|m)$/i;

/**
 * The words of a URL, as text for the pipeline: host labels without www and top-level domain, then path and query,
 * split where the case or the kind of character changes (`introToHTML5` gives `intro To HTML 5`). Fragment and file
 * extension are dropped.
 */
export function urlWords(url: string): string {
  return partsOf(url).map(splitWords).join(' ');
}

/** Calls back with the places of these words in a part of the URL: most are looked up and never become texts of their own. */
export function eachUrlWord(url: string, visit: (part: string, start: number, end: number) => void): void {
  for (const part of partsOf(url)) eachWord(part, visit);
}

/** The words of the host; path and query as people would read them. */
function partsOf(url: string): readonly [host: string, path: string, query: string] {
  const schemeEnd = url.indexOf('://');
  const hostStart = schemeEnd < 0 ? 0 : schemeEnd + 3;
  const fragment = url.indexOf('#', hostStart);
  const end = fragment < 0 ? url.length : fragment;
  let hostEnd = hostStart;
  while (hostEnd < end && url[hostEnd] !== '/' && url[hostEnd] !== '?') hostEnd++;
  const query = url.indexOf('?', hostEnd);
  const pathEnd = query < 0 || query > end ? end : query;
  const authority = url.slice(hostStart, hostEnd);
  // Most links of a page lead to one host.
  if (authority !== lastAuthority) {
    lastHost = hostWords(authority);
    lastAuthority = authority;
  }
  return [lastHost, decoded(withoutExtension(url.slice(hostEnd, pathEnd))), decoded(url.slice(pathEnd, end))];
}

let lastAuthority = '';
let lastHost = '';

function withoutExtension(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot >= 0 && FILE_EXTENSION.test(path.slice(dot)) ? path.slice(0, dot) : path;
}

function hostWords(authority: string): string {
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  if (/^[\d.]*$/.test(host) || host.startsWith('[')) return '';
  const labels = host.split('.');
  if (labels.length > 1) labels.pop();
  if (labels.length > 1 && REGISTRY_LABEL.test(labels.at(-1)!)) labels.pop();
  if (labels.length > 1 && HOST_PREFIX.test(labels[0]!)) labels.shift();
  return labels.join(' ');
}

/** Percent signs that encode no UTF-8 text only separate words. */
function decoded(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part.replace(/%[\da-f]{2}/gi, ' ');
  }
}

const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
/** Looked up once: see tokens.ts. */
const { charCodeAt } = String.prototype;

/** Other characters, letters beyond ASCII among them, start no word and end none: the tokens decide about them. */
function kindOf(unit: number): number {
  if (unit >= 97 && unit <= 122) return LOWER;
  if (unit >= 65 && unit <= 90) return UPPER;
  return unit >= 48 && unit <= 57 ? DIGIT : 0;
}

function splitWords(text: string): string {
  const words: string[] = [];
  eachWord(text, (_, start, end) => words.push(text.slice(start, end)));
  return words.join(' ');
}

function eachWord(text: string, visit: (text: string, start: number, end: number) => void): void {
  let start = 0;
  let before = 0;
  for (let i = 0; i < text.length; i++) {
    const kind = kindOf(charCodeAt.call(text, i));
    if (kind !== before && before !== 0 && kind !== 0) {
      // An upper-case letter opens the word that follows it, except that in `HTMLParser` the last of the capitals does.
      const cut = before === UPPER && kind === LOWER ? i - 1 : i;
      if (cut > start) {
        visit(text, start, cut);
        start = cut;
      }
    }
    before = kind;
  }
  if (text.length > start) visit(text, start, text.length);
}
