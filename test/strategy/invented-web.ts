import { seededRandom } from '../../src/random.js';
import { html } from '../site.js';

/** Kinds of pages, each with words of its own: law is wanted, directories lead to it, the others are about something else. */
const words = {
  law: ['court', 'judge', 'law', 'appeal', 'verdict', 'statute', 'lawyer', 'trial', 'justice', 'plaintiff'],
  directory: ['directory', 'index', 'contents', 'listing', 'browse', 'section', 'overview', 'resources'],
  sport: ['football', 'goal', 'referee', 'match', 'stadium', 'striker', 'league', 'coach', 'penalty', 'court'],
  cooking: ['recipe', 'flour', 'oven', 'butter', 'sauce', 'dough', 'simmer', 'kitchen', 'spice', 'onion'],
} as const;
export type Kind = keyof typeof words;
export const kinds = Object.keys(words) as Kind[];

/** Where the links of a kind of page lead, with how many chances in ten. */
const leads: Readonly<Record<Kind, readonly Kind[]>> = {
  law: ['law', 'law', 'law', 'law', 'directory', 'directory', 'law', 'sport', 'cooking', 'law'],
  directory: ['law', 'law', 'law', 'law', 'law', 'directory', 'directory', 'cooking', 'sport', 'law'],
  sport: ['sport', 'sport', 'sport', 'sport', 'sport', 'sport', 'directory', 'cooking', 'sport', 'law'],
  cooking: ['cooking', 'cooking', 'cooking', 'cooking', 'cooking', 'cooking', 'sport', 'directory', 'cooking', 'sport'],
};

/** Stop words, by which the language is told at once: nothing that a strategy would see. */
const plainEnglish = 'This is all that we have of it and what there is to be on them, but it is not for you or me.';

export interface InventedWeb {
  /** HTML by URL without the scheme. */
  readonly pages: Readonly<Record<string, string>>;
  kindOf(place: string): Kind;
  readonly seeds: readonly string[];
}

/** A web of three hosts with so many pages of each kind; the same number gives the same web. */
export function inventedWeb(pagesOfAKind: number, randomSeed = 1): InventedWeb {
  const random = seededRandom(randomSeed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const place = (kind: Kind, number: number) => `${'abc'[number % 3]}.test/${kind}/${number}.html`;
  const text = (kind: Kind, length: number) =>
    Array.from({ length }, () => pick(random() < 0.85 ? words[kind] : words[pick(kinds)])).join(' ');
  const page = (kind: Kind, number: number) => {
    const links = Array.from({ length: 8 }, (): [string, string] => {
      const target = pick(leads[kind]);
      // Half of the anchor texts say nothing of where they lead.
      const anchor = random() < 0.5 ? 'read more' : text(target, 2);
      return [`http://${place(target, Math.floor(random() * pagesOfAKind))}`, anchor];
    });
    return html(`${kind} ${number}`, `${plainEnglish} ${text(kind, 40)}.`, links);
  };
  const pages: Record<string, string> = {};
  for (const kind of kinds) {
    for (let number = 0; number < pagesOfAKind; number++) pages[place(kind, number)] = page(kind, number);
  }
  return {
    pages,
    kindOf: (at) => at.split('/')[1] as Kind,
    seeds: [place('directory', 0), place('sport', 1), place('cooking', 2)].map((at) => `http://${at}`),
  };
}
