import { seededRandom } from '../../src/random.js';
import { html } from '../site.js';
import type { Labelled } from './taught.js';

/** Words of four subjects that have none in common. */
export const subjects = {
  cycling: 'bicycle wheel sprint pedal saddle peloton mountain stage helmet chain',
  clubs: 'member meeting treasurer annual fee committee newsletter volunteer hall minutes',
  towns: 'street mayor council library bridge population market river station school',
  cooking: 'onion broth salt carrot pepper oven butter garlic recipe flour',
} as const;
export type Subject = keyof typeof subjects;

/** A text of this subject, made of its words at random. */
export function textOf(subject: Subject, random: () => number, length = 25): string {
  const words = subjects[subject].split(' ');
  return Array.from({ length }, () => words[Math.floor(random() * words.length)]).join(' ');
}

/**
 * A training set in which towns link to clubs and clubs to cycling, while cooking keeps to itself:
 * every page has two links to pages of its own subject and one or two to those of the next.
 */
export function inventedPages(pagesOfEach: number): Labelled {
  const random = seededRandom(7);
  const next: Record<Subject, Subject> = { towns: 'clubs', clubs: 'cycling', cycling: 'cycling', cooking: 'cooking' };
  const pages: Record<string, readonly [Subject, string]> = {};
  for (const subject of Object.keys(subjects) as Subject[]) {
    for (let k = 0; k < pagesOfEach; k++) {
      const link = (to: Subject, step: number) =>
        [`http://${to}.test/${(k + step) % pagesOfEach}`, textOf(to, random, 2)] as const;
      const links = [link(subject, 1), link(subject, 2), link(next[subject], 3), link(next[subject], 4)];
      pages[`${subject}.test/${k}`] = [subject, html(textOf(subject, random, 2), textOf(subject, random), links)];
    }
  }
  return pages;
}
