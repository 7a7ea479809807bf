import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { urlHash } from '../../src/url/hash64.js';

/** A page with what a person says is its main text. */
export interface GoldPage {
  readonly id: string;
  readonly url: string;
  readonly type: string;
  readonly html: string;
  readonly text: string;
  readonly markdown: string;
}

/** Reads a file of JSON lines, gzipped. */
export function goldPages(file: string): GoldPage[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as GoldPage);
}

/** Pages of one site are always in the same half, so that what is learnt of a template helps nowhere else. */
export function isTrainedOn({ url, id }: Pick<GoldPage, 'url' | 'id'>): boolean {
  const site = URL.canParse(url) ? new URL(url).hostname : id;
  return (urlHash(site) & 1n) === 0n;
}
