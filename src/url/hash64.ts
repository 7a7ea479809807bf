import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** 64-bit hash of a canonical URL, as SQLite's signed integer. */
export function urlHash(url: string): bigint {
  return hash64(url, 0n);
}

/** 64-bit hash of one or two texts, in 16 hex digits. */
export function textHash(text: string, other?: string): string {
  return hashText(hash64(text, other === undefined ? 0n : hash64(other, 0n)));
}

/** Hex digits, as SQLite's signed integer. */
export function hashNumber(hex: string): bigint {
  return BigInt.asIntN(64, BigInt(`0x${hex}`));
}

export function hashText(value: bigint): string {
  return BigInt.asUintN(64, value).toString(16).padStart(16, '0');
}

interface XxHash {
  readonly mem: { readonly buffer: ArrayBuffer; grow(pages: number): void };
  /** XXH64 of bytes in `mem`, as a signed number. */
  xxh64(start: number, length: number, seed: bigint): bigint;
}

/** What is used of the global; TypeScript has its types only together with those of browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/**
 * The code of xxhash-wasm, without its wrapper, which is asynchronous: a top-level `await` here would keep users from loading the
 * library with `require()`. It lies in the package's variant for another runtime, so package.json asks for this one version.
 */
const folder = path.dirname(createRequire(import.meta.url).resolve('xxhash-wasm'));
const module = new WebAssembly.Module(readFileSync(path.join(folder, '../workerd/xxhash.wasm')));
const { mem, xxh64 } = new WebAssembly.Instance(module).exports as XxHash;

const MEMORY_PAGE = 65_536;
const encoder = new TextEncoder();
let memory = new Uint8Array(mem.buffer);

function hash64(text: string, seed: bigint): bigint {
  const most = 3 * text.length;
  if (most > memory.length) {
    mem.grow(Math.ceil((most - memory.length) / MEMORY_PAGE));
    memory = new Uint8Array(mem.buffer);
  }
  return xxh64(0, encoder.encodeInto(text, memory).written, seed);
}
