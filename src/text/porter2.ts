/**
 * The English stemmer (Porter2, https://snowballstem.org/algorithms/english/stemmer.html) as the package wink-porter2-stemmer has it, in a
 * tenth of the time. Words are tokens: lower-case letters without apostrophes. `Y` stands for a y that is a consonant.
 */
export function porter2(word: string): string {
  if (word.length < 3) return word;
  const exception = EXCEPTIONS.get(word);
  if (exception !== undefined) return exception;
  const marked = withConsonantY(word);
  const singular = withoutPlural(marked);
  const stem = WHOLE_WORDS.has(singular) ? singular : withoutSuffixes(singular);
  return marked === word ? stem : stem.replaceAll('Y', 'y');
}

const EXCEPTIONS = new Map(
  Object.entries({
    skis: 'ski',
    skies: 'sky',
    dying: 'die',
    lying: 'lie',
    tying: 'tie',
    idly: 'idl',
    gently: 'gentl',
    ugly: 'ugli',
    early: 'earli',
    only: 'onli',
    singly: 'singl',
    sky: 'sky',
    news: 'news',
    atlas: 'atlas',
    cosmos: 'cosmos',
    bias: 'bias',
    andes: 'andes',
  }),
);
const WHOLE_WORDS = new Set('inning outing canning herring proceed exceed succeed earring'.split(' '));

type Suffix = readonly [suffix: string, replacement: string];
/** By their last letter, so that most words meet few of them; longer ones first. */
type Suffixes = ReadonlyMap<string, readonly Suffix[]>;

const STEP_2 = suffixes(
  'ational>ate ization>ize fulness>ful ousness>ous iveness>ive tional>tion biliti>ble lessli>less iviti>ive ousli>ous ation>ate ' +
    'entli>ent alism>al aliti>al fulli>ful alli>al ator>ate izer>ize enci>ence anci>ance abli>able bli>ble ogi>og li>',
);
const STEP_3 = suffixes('ational>ate tional>tion alize>al icate>ic iciti>ic ative> ical>ic ness> ful>');
const STEP_4 = suffixes(
  'ement> ance> ence> able> ible> ment> ant> ent> ism> ate> iti> ous> ive> ize> ion> al> er> ic>',
);
/** Letters without which the shortest suffixes are part of the word. */
const BEFORE_LI = 'cdeghkmnrt';
const BEFORE_ION = 'st';

function suffixes(list: string): Suffixes {
  const byLetter = new Map<string, Suffix[]>();
  for (const pair of list.split(' ')) {
    const [suffix = '', replacement = ''] = pair.split('>');
    const last = suffix.at(-1)!;
    byLetter.set(last, [...(byLetter.get(last) ?? []), [suffix, replacement]]);
  }
  return byLetter;
}

function suffixOf(word: string, list: Suffixes): Suffix | undefined {
  return list.get(word[word.length - 1]!)?.find(([suffix]) => word.endsWith(suffix));
}

function isVowel(unit: number): boolean {
  switch (unit) {
    case 97: // a
    case 101: // e
    case 105: // i
    case 111: // o
    case 117: // u
    case 121: // y
      return true;
    default:
      return false;
  }
}

function isVowelAt(word: string, at: number): boolean {
  return isVowel(word.charCodeAt(at));
}

/** Where the region begins after the first consonant that follows a vowel, from a place on; the word's length where there is none. */
function regionAfter(word: string, from: number): number {
  for (let at = from + 1; at < word.length; at++) if (isVowelAt(word, at - 1) && !isVowelAt(word, at)) return at + 1;
  return word.length;
}

/** The region R1. */
function region1(word: string): number {
  if (word.startsWith('gener') || word.startsWith('arsen')) return 5;
  return word.startsWith('commun') ? 6 : regionAfter(word, 0);
}

/** The region R2, inside of R1. */
function region2(word: string): number {
  return regionAfter(word, region1(word));
}

function hasVowel(word: string, end: number): boolean {
  for (let at = 0; at < end; at++) if (isVowelAt(word, at)) return true;
  return false;
}

/** Whether it ends in a short syllable, or is nothing but one. */
function isShort(word: string): boolean {
  const last = word.length - 1;
  if (last < 2) return isVowelAt(word, 0) && (last === 0 || !isVowelAt(word, 1));
  return (
    !isVowelAt(word, last - 2) && isVowelAt(word, last - 1) && !isVowelAt(word, last) && !'wxY'.includes(word[last]!)
  );
}

/** A y at the beginning, and the first one after a vowel. */
function withConsonantY(word: string): string {
  if (!word.includes('y')) return word;
  const marked = word[0] === 'y' ? `Y${word.slice(1)}` : word;
  const at = marked.search(/[aeiou]y/);
  return at < 0 ? marked : `${marked.slice(0, at + 1)}Y${marked.slice(at + 2)}`;
}

/** Step 1a. */
function withoutPlural(word: string): string {
  const { length } = word;
  if (word.endsWith('sses') && length > 4) return word.slice(0, -2);
  if ((word.endsWith('ied') || word.endsWith('ies')) && length > 3) return word.slice(0, length > 4 ? -2 : -1);
  if (!word.endsWith('s') || word.endsWith('us') || word.endsWith('ss')) return word;
  return hasVowel(word, length - 2) ? word.slice(0, -1) : word;
}

function withoutSuffixes(word: string): string {
  let stem = withIForY(withoutPast(word));
  stem = replaced(stem, STEP_2);
  stem = replaced(stem, STEP_3);
  return withoutEnd(withoutSuffix(stem));
}

const AGREED = ['eed', 'eedly'];
const PAST = ['ed', 'ing', 'edly', 'ingly'];

/** 0 where it ends in none of them. */
function lengthOfEnd(word: string, ends: readonly string[]): number {
  return ends.find((end) => word.endsWith(end))?.length ?? 0;
}

/** Step 1b. */
function withoutPast(word: string): string {
  const agreed = lengthOfEnd(word, AGREED);
  if (agreed > 0) return word.length - agreed >= region1(word) ? `${word.slice(0, -agreed)}ee` : word;
  const past = lengthOfEnd(word, PAST);
  if (past === 0 || !hasVowel(word, word.length - past)) return word;
  const stem = word.slice(0, -past);
  if (stem.endsWith('at') || stem.endsWith('bl') || stem.endsWith('iz')) return `${stem}e`;
  const last = stem[stem.length - 1]!;
  if (last === stem[stem.length - 2] && 'bdfgmnprt'.includes(last)) return stem.slice(0, -1);
  return isShort(stem) && region1(stem) === stem.length ? `${stem}e` : stem;
}

/** Step 1c. */
function withIForY(word: string): string {
  const last = word.length - 1;
  if (last < 2 || !'yY'.includes(word[last]!) || isVowelAt(word, last - 1)) return word;
  return `${word.slice(0, -1)}i`;
}

/** Steps 2 and 3: where the suffix lies in R1. */
function replaced(word: string, list: Suffixes): string {
  const found = suffixOf(word, list);
  if (found === undefined) return word;
  const [suffix, replacement] = found;
  const end = word.length - suffix.length;
  if (end < region1(word)) return word;
  if (suffix === 'li' && !BEFORE_LI.includes(word[end - 1]!)) return word;
  if (suffix === 'ogi' && word[end - 1] !== 'l') return word;
  if (suffix === 'ative' && end < region2(word)) return word;
  return word.slice(0, end) + replacement;
}

/** Step 4: where the suffix lies in R2. */
function withoutSuffix(word: string): string {
  const found = suffixOf(word, STEP_4);
  if (found === undefined) return word;
  const end = word.length - found[0].length;
  if (end < region2(word)) return word;
  return found[0] === 'ion' && !BEFORE_ION.includes(word[end - 1]!) ? word : word.slice(0, end);
}

/** Step 5. */
function withoutEnd(word: string): string {
  const end = word.length - 1;
  if (word.endsWith('e')) {
    if (region2(word) <= end) return word.slice(0, end);
    return region1(word) <= end && !isShort(word.slice(0, end)) ? word.slice(0, end) : word;
  }
  return word.endsWith('ll') && region2(word) <= end ? word.slice(0, end) : word;
}
