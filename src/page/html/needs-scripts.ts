import type { CollectedHtml } from './html-collector.js';

/** More text than this is a page, whatever its scripts add. */
const MOST_TEXT = 1_000;
/** A page that apologises for needing scripts has little else. */
const MOST_BESIDE_APOLOGY = 300;
/** "Loading…" and the like. */
const MOST_IN_PLACE = 60;
const NEXT_TO_NOTHING = 20;
/** Tags looked at: a page with more of them and no text is made to keep us busy. */
const MOST_TAGS = 20_000;

/** Where frameworks put what their scripts make. */
const PLACE_ID =
  /^(?:root|app|application|__next|__nuxt|___gatsby|svelte|q-app|(?:react|vue|ember|main|site)[-_]?(?:root|app)|app[-_]?(?:root|mount|container)|mount|spa)$/i;
const PLACE_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*-(?:root|app|shell)$/i;
const PLACE_ATTRIBUTE = /(?:^|\s)(?:data-)?(?:ng-app|ng-view|reactroot|v-app)(?=[\s=/]|$)/i;
const ID = /(?:^|\s)id\s{0,9}=\s{0,9}(?:"([^"]{1,40})"|'([^']{1,40})'|([^\s"'>]{1,40}))/i;
const EXTERNAL = /(?:^|\s)src\s{0,9}=/i;
const DATA_TYPE = /(?:^|\s)type\s{0,9}=\s{0,9}["']?(?:application\/(?:ld\+)?json|text\/(?:template|x-))/i;
const REFRESH = /http-equiv\s{0,9}=\s{0,9}["']?refresh/i;
const APOLOGY = /java\s?script/i;
const TAG = /<(\/?)([a-z][a-z0-9:-]{0,60})([^>]{0,2000})/iy;

const ends = {
  comment: /-->/g,
  script: /<\/script/gi,
  noscript: /<\/noscript/gi,
  style: /<\/style/gi,
  template: /<\/template/gi,
  textarea: /<\/textarea/gi,
};

/** What the tags of a page with little text say of it. */
interface Outline {
  scripts: number;
  externalScripts: number;
  /** Links and frames: there is somewhere to go without scripts. */
  ways: number;
  apology: boolean;
  /** The element that scripts fill: characters and links in it. */
  place?: { readonly name: string; depth: number; text: number; ways: number };
}

/**
 * Whether a page says nothing without scripts: it has some, and either an empty element of the kind that frameworks fill, or an apology
 * for needing them and little else, or next to nothing at all. Costs nothing where a page has text.
 */
export function needsScripts(source: string, { text }: Pick<CollectedHtml, 'text'>): boolean {
  if (text.length >= MOST_TEXT) return false;
  const { scripts, externalScripts, ways, apology, place } = outlineOf(source);
  if (scripts === 0) return false;
  if (place !== undefined) return place.text <= MOST_IN_PLACE && place.ways === 0;
  if (apology) return text.length < MOST_BESIDE_APOLOGY;
  return text.length <= NEXT_TO_NOTHING && ways === 0 && externalScripts > 0;
}

function outlineOf(source: string): Outline {
  const outline: Outline = { scripts: 0, externalScripts: 0, ways: 0, apology: false };
  let [at, tags] = [0, 0];
  for (let next = source.indexOf('<', at); next !== -1 && tags < MOST_TAGS; next = source.indexOf('<', at)) {
    countText(outline, source, at, next);
    if (source.startsWith('<!--', next)) {
      at = endOf(source, 'comment', next + 4);
      continue;
    }
    TAG.lastIndex = next;
    const tag = TAG.exec(source);
    if (tag === null) {
      at = next + 1;
      continue;
    }
    tags++;
    const name = tag[2]!.toLowerCase();
    at = Math.min(next + tag[0].length + 1, source.length);
    if (tag[1] === '/') closed(outline, name);
    else at = opened(outline, name, tag[3]!, source, at);
  }
  return outline;
}

/** Returns where to go on: behind what is not shown. */
function opened(outline: Outline, name: string, attributes: string, source: string, at: number): number {
  switch (name) {
    case 'script':
      if (!DATA_TYPE.test(attributes)) outline.scripts++;
      if (EXTERNAL.test(attributes)) outline.externalScripts++;
      return endOf(source, name, at);
    case 'noscript': {
      const end = endOf(source, name, at);
      outline.apology ||= APOLOGY.test(source.slice(at, Math.min(end, at + 10_000)));
      return end;
    }
    case 'style':
    case 'template':
    case 'textarea':
      return endOf(source, name, at);
    case 'meta':
      if (REFRESH.test(attributes)) outline.ways++;
      return at;
    case 'a':
    case 'frame':
    case 'iframe':
      outline.ways++;
      if (isInside(outline)) outline.place!.ways++;
      return at;
    default:
      if (isInside(outline)) {
        if (outline.place!.name === name) outline.place!.depth++;
      } else if (outline.place === undefined && isPlace(name, attributes)) {
        outline.place = { name, depth: 1, text: 0, ways: 0 };
      }
      return at;
  }
}

function closed({ place }: Outline, name: string): void {
  if (place !== undefined && place.depth > 0 && place.name === name) place.depth--;
}

function isInside({ place }: Outline): boolean {
  return place !== undefined && place.depth > 0;
}

function isPlace(name: string, attributes: string): boolean {
  if (name === 'html' || name === 'body') return false;
  const id = ID.exec(attributes);
  return (
    PLACE_ID.test(id?.[1] ?? id?.[2] ?? id?.[3] ?? '') || PLACE_NAME.test(name) || PLACE_ATTRIBUTE.test(attributes)
  );
}

function countText(outline: Outline, source: string, start: number, end: number): void {
  if (end > start && isInside(outline)) outline.place!.text += source.slice(start, end).trim().length;
}

/** Where the element or comment ends; the end of the source where it does not. */
function endOf(source: string, name: keyof typeof ends, from: number): number {
  const end = ends[name];
  end.lastIndex = from;
  return end.exec(source)?.index ?? source.length;
}
