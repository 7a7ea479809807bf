import { readFileSync, writeFileSync } from 'node:fs';

/** A line that names an example, and its code below. */
const shown = /^(`examples\/([\w-]+\.ts)`[^`]*\n\n```ts\n)(.*?)(```)$/gms;

/** A page of the docs with its examples as they are in `examples/`. */
export function withExamples(doc: string): string {
  return doc.replace(
    shown,
    (_, start: string, name: string, _code, end: string) => start + readFileSync(`examples/${name}`, 'utf8') + end,
  );
}

/** The examples that a page of the docs shows. */
export function shownExamples(doc: string): string[] {
  return [...doc.matchAll(shown)].map(([, , name = '']) => name);
}

/** `node dist/tools/show-examples.js` brings docs/library.md up to date. */
if (process.argv[1]?.endsWith('show-examples.js')) {
  const file = 'docs/library.md';
  writeFileSync(file, withExamples(readFileSync(file, 'utf8')));
}
