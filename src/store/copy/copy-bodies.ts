import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ArchiveStorage } from '../../archive/bodies/archive-storage.js';
import { Failure } from '../../failure.js';

const isWarc = (name: string) => /^pages-.*\.warc\.gz$/.test(name);
const pieceBytes = 8 * 1024 ** 2;

/** Brings the WARC files of a crawl to another place, under their names. Returns how many; those that are there already are left as they are. */
export async function copyBodies(from: ArchiveStorage, to: ArchiveStorage): Promise<number> {
  const there = new Map<string, number>();
  for await (const { key, size } of to.list()) there.set(key, size);
  let files = 0;
  for await (const { key, size } of from.list()) {
    if (!isWarc(key)) continue;
    if (there.get(key) !== size) await copyFile(from, to, key, size);
    files++;
  }
  await assertAllThere(from, to);
  return files;
}

/** By way of a file here: storage takes files that are whole. */
async function copyFile(from: ArchiveStorage, to: ArchiveStorage, name: string, size: number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'osprey-copy-'));
  try {
    const file = path.join(folder, name);
    await pipeline(Readable.from(pieces(from, name, size)), createWriteStream(file));
    await to.put(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* pieces(from: ArchiveStorage, file: string, size: number): AsyncGenerator<Buffer> {
  for (let offset = 0; offset < size; offset += pieceBytes)
    yield await from.bodies.read({ file, offset, length: Math.min(pieceBytes, size - offset) });
}

async function assertAllThere(from: ArchiveStorage, to: ArchiveStorage): Promise<void> {
  const there = new Map<string, number>();
  for await (const { key, size } of to.list()) there.set(key, size);
  for await (const { key, size } of from.list())
    if (isWarc(key) && there.get(key) !== size)
      throw new Failure('copy-differs', `${key} in ${to.location} is not as long as in ${from.location}.`, 'fatal', {
        file: key,
      });
}
