import type { PartOfSpeech } from './part-of-speech.js';

type Ending = readonly [ending: string, instead: string];

/**
 * WordNet's rules of detachment (morphy(7WN)), tried in this order, then rules that stand for its lists of exceptions,
 * which the package of its database leaves out: Latin and Greek plurals, y to i, doubled consonants.
 */
const ENDINGS: Readonly<Record<PartOfSpeech, readonly Ending[]>> = {
  n: endings('s: ses:s xes:x zes:z ches:ch shes:sh men:man ies:y ses:sis ices:ix ices:ex ae:a i:us a:um a:on ves:f'),
  v: endings('s: ies:y es:e es: ied:y ed:e ed: ing:e ing: cked:c cking:c'),
  a: endings('er: est: er:e est:e ier:y iest:y'),
  r: [],
};
const DOUBLED: Readonly<Partial<Record<PartOfSpeech, RegExp>>> = {
  v: /([b-df-hj-np-tv-z])\1(?:ed|ing)$/,
  a: /([b-df-hj-np-tv-z])\1(?:er|est)$/,
};

/** The base form that a form of a word may be of by its ending: the first that is `known`. */
export function baseForm(
  form: string,
  partOfSpeech: PartOfSpeech,
  known: (base: string) => boolean,
): string | undefined {
  if (form.length < 3 || (partOfSpeech === 'n' && form.endsWith('ss'))) return undefined;
  for (const [ending, instead] of ENDINGS[partOfSpeech]) {
    if (!form.endsWith(ending)) continue;
    const base = form.slice(0, -ending.length) + instead;
    if (known(base)) return base;
  }
  const doubled = DOUBLED[partOfSpeech]?.exec(form);
  const base = doubled && form.slice(0, doubled.index + 1);
  return base && known(base) ? base : undefined;
}

function endings(rules: string): Ending[] {
  return rules.split(' ').map((rule) => rule.split(':') as [string, string]);
}
