import { LEXICOGRAPHER_FILES, partOfSpeechOf } from '../semantics/lexicographer-files.js';
import type { Synset } from './synset.js';
import type { SynsetTable } from './synset-table.js';

const DOMAIN = '.wordnet.test';

const fileOfHost = new Map(LEXICOGRAPHER_FILES.map((file) => [hostOf(file), file]));

/** Host of a lexicographer file: `noun.artifact` is served as `noun-artifact.wordnet.test`. */
export function hostOf(lexicographerFile: string): string {
  return lexicographerFile.toLowerCase().replace('.', '-') + DOMAIN;
}

/** The lexicographer file that a host name stands for, if any. */
export function lexicographerFileOf(host: string): string | undefined {
  return fileOfHost.get(host);
}

/** Path of a synset's page: its first word, for people, and its offset, for uniqueness on the host. */
export function pathOf(synset: Synset): string {
  const slug = synset.words[0]!.toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `/${slug}-${String(synset.offset).padStart(8, '0')}.html`;
}

export function urlOf(synset: Synset): string {
  return `http://${hostOf(synset.lexicographerFile)}${pathOf(synset)}`;
}

/** The synset of a page; undefined unless host and path are exactly those of `urlOf`, so that a page has one URL. */
export function synsetAt(wordnet: SynsetTable, host: string, path: string): Synset | undefined {
  const file = lexicographerFileOf(host);
  const offset = /-(\d{8})\.html$/.exec(path)?.[1];
  if (file === undefined || offset === undefined) return undefined;
  const synset = wordnet.at(partOfSpeechOf(file), Number(offset));
  return synset?.lexicographerFile === file && pathOf(synset) === path ? synset : undefined;
}
