import { s3Name } from '../archive/s3/s3-place.js';
import { mustBe } from './option-kind.js';
import { boolean, file, type ScalarKind } from './scalar-kinds.js';

/** Where pages are kept: `true` is the crawl's own folder, `false` nowhere; else a folder or `s3://bucket/prefix`. */
export function archivePlace(): ScalarKind<boolean | string, boolean | string> {
  const expected = 'a folder name, s3://bucket/prefix, true or false';
  const own = boolean();
  const place = file('location', expected, (text) => s3Name(text) !== undefined);
  return {
    ...place,
    negatable: true,
    parse(input, source) {
      try {
        return own.parse(input, source);
      } catch {
        if (typeof input !== 'string') throw mustBe(expected, input);
        return place.parse(input, source);
      }
    },
    format: (value) => value,
    locate: (value, folder) => (typeof value === 'string' ? place.locate!(value, folder) : value),
  };
}
