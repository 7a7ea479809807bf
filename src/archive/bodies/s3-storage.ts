import { stat } from 'node:fs/promises';
import path from 'node:path';
import { MAX_RECORD_BYTES } from '../read-range.js';
import { S3Client, type S3ClientOptions } from '../s3/s3-client.js';
import { storageFailure } from '../s3/s3-error.js';
import { type S3Place, s3Place } from '../s3/s3-place.js';
import { unreadableRecord } from '../unreadable-record.js';
import type { ArchiveStorage } from './archive-storage.js';
import { BlockCache } from './block-cache.js';
import { missingRecord } from './missing-record.js';

const SMALL_BYTES = 64 * 1024;

/** S3 or a service that speaks its protocol. Every failure is a `Failure` that says what to do. */
export function s3Storage(
  location: string,
  place: S3Place = s3Place(location),
  options: S3ClientOptions = {},
): ArchiveStorage {
  const client = new S3Client(place, options);
  const failing = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (thrown) {
      throw storageFailure(thrown, location);
    }
  };
  const cache = new BlockCache((file, offset, length) => failing(client.get(file, offset, length)));
  return {
    location,
    put: (file) => failing(sent(client, file)),
    readSmall: (name) => failing(client.get(name, 0, SMALL_BYTES)),
    writeSmall: (name, bytes) => failing(client.put(name, bytes)),
    async *list() {
      const objects = client.list();
      for (let next = await failing(objects.next()); !next.done; next = await failing(objects.next())) yield next.value;
    },
    remove: (name) => failing(client.delete(name)),
    bodies: {
      async read(at) {
        if (at.length > MAX_RECORD_BYTES) throw unreadableRecord('too large', at);
        const bytes = await cache.read(at.file, at.offset, at.length);
        if (bytes === undefined) throw missingRecord(at);
        return bytes;
      },
      forget: ({ file, offset, length }) => cache.forget(file, offset, length),
    },
    close: () => client.close(),
  };
}

async function sent(client: S3Client, file: string): Promise<void> {
  const name = path.basename(file);
  if ((await client.head(name)) !== (await stat(file)).size) await client.putFile(name, file);
}
