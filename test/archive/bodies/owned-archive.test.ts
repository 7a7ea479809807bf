import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Archive } from '../../../src/archive/archive.js';
import { claimStorage } from '../../../src/archive/bodies/claim-storage.js';
import { FolderBodies } from '../../../src/archive/bodies/folder-bodies.js';
import { folderStorage } from '../../../src/archive/bodies/folder-storage.js';
import { remoteBodies } from '../../../src/archive/bodies/open-bodies.js';
import { type OwnedArchiveOptions, openOwnedArchive } from '../../../src/archive/bodies/owned-archive.js';
import { s3Storage } from '../../../src/archive/bodies/s3-storage.js';
import { Spool } from '../../../src/archive/bodies/spool.js';
import { responseRecords } from '../../../src/archive/warc-record.js';
import type { WarcPlace } from '../../../src/archive/warc-writer.js';
import { archivedResponse } from '../../../src/reading/archived-response.js';
import { S3Server } from '../s3/s3-server.js';
import { exchange, readWithWarcio, temporaryFolder } from '../warc-fixture.js';

let server: S3Server;
before(async () => {
  server = await S3Server.start();
});
after(() => server.stop());

const location = 's3://pages/crawls/cars';
const storage = () => s3Storage(location, server.place(), { retryMs: 1, attempts: 2 });
const options = (spool: string, owner: string): OwnedArchiveOptions => ({ owner, spool, info: { software: 'test' } });

const page = (number: number) => responseRecords(exchange(`http://a.org/${number}`, `page ${number}`));

async function appended(archive: Archive, ...numbers: number[]): Promise<WarcPlace[]> {
  return archive.appendAll(numbers.map(page));
}

/** What somebody on another machine reads, who has no files of the crawl. */
async function elsewhere(place: WarcPlace): Promise<string> {
  const remote = storage();
  try {
    const bodies = remoteBodies(
      async () => remote,
      new Spool('/nonexistent'),
      async () => {},
    );
    const { body } = await archivedResponse(bodies, { url: 'http://a.org/', archive: place });
    return Buffer.from(body).toString();
  } finally {
    await remote.close();
  }
}

const stored = (file: string) => server.objects.get(`crawls/cars/${file}`);

describe('an archive in object storage', () => {
  test('a file is sent when it is full and when the run ends; until then it is read on the machine that has it', async (t) => {
    const spool = temporaryFolder(t);
    const archive = await openOwnedArchive(storage(), { ...options(spool, 'w1'), maxFileBytes: 1_500 });
    const places = [...(await appended(archive, 1)), ...(await appended(archive, 2)), ...(await appended(archive, 3))];
    const files = [...new Set(places.map(({ file }) => file))];
    assert.ok(files.length > 1 && files.every((file) => /^pages-w1-0000\d\.warc\.gz$/.test(file)));
    const last = places.at(-1)!;
    await assert.rejects(elsewhere(last), { code: 'not-archived', policy: 'skip' });
    const { body } = await archivedResponse(archive.bodies, { url: 'http://a.org/3', archive: last });
    assert.equal(Buffer.from(body).toString(), 'page 3');
    await archive.close();
    for (const [index, place] of places.entries()) assert.equal(await elsewhere(place), `page ${index + 1}`);
    assert.deepEqual(readdirSync(spool), [], 'nothing is left here');
    const records = await readWithWarcio(stored(files[0]!)!);
    assert.equal(records[0]!.record.warcType, 'warcinfo');
    assert.deepEqual(archive.uploads!(), {
      ...{ uploads: files.length, failures: 0, waiting: 0 },
      bytes: files.reduce((sum, file) => sum + stored(file)!.length, 0),
    });
  });

  test('a file is sent after a while even if it is not full', async (t) => {
    const archive = await openOwnedArchive(storage(), { ...options(temporaryFolder(t), 'w2'), maxFileMs: 20 });
    const [place] = await appended(archive, 1);
    while (archive.uploads!().uploads === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(await elsewhere(place!), 'page 1');
    await archive.close();
  });

  test('what a killed run left behind is sent by the next, up to its last whole record', async (t) => {
    const spool = temporaryFolder(t);
    const killed = await openOwnedArchive(storage(), options(spool, 'dead'));
    const [place] = await appended(killed, 7);
    await killed.sync();
    // As a killed process leaves it: a record that was not written to its end, nothing sent.
    const file = new Spool(spool).path(place!.file)!;
    const whole = stored(place!.file);
    assert.equal(whole, undefined);
    const copy = temporaryFolder(t);
    mkdirSync(path.join(copy, 'dead'));
    writeFileSync(path.join(copy, 'dead', place!.file), readFileSync(file));
    appendFileSync(path.join(copy, 'dead', place!.file), Buffer.from(page(8)).subarray(0, 100));
    const next = await openOwnedArchive(storage(), options(copy, 'next'));
    assert.equal(await elsewhere(place!), 'page 7');
    assert.equal(stored(place!.file)!.length, place!.offset + place!.length);
    assert.ok(!existsSync(path.join(copy, 'dead')));
    // The one that is still at work is left alone: its lock is held.
    const beside = await openOwnedArchive(storage(), options(spool, 'beside'));
    assert.ok(existsSync(file));
    for (const archive of [beside, next, killed]) await archive.close();
  });

  test('a run that died between sending a file and removing it does not send it again', async (t) => {
    const spool = temporaryFolder(t);
    const archive = await openOwnedArchive(storage(), options(spool, 'twice'));
    const [place] = await appended(archive, 1);
    await archive.close();
    mkdirSync(path.join(spool, 'twice'));
    writeFileSync(path.join(spool, 'twice', place!.file), stored(place!.file)!);
    server.log.splice(0);
    await (await openOwnedArchive(storage(), options(spool, 'after'))).close();
    assert.deepEqual(
      server.log.filter((line) => line.startsWith('PUT')),
      [],
    );
    assert.deepEqual(readdirSync(spool), []);
  });

  test('storage that is out of reach keeps files here; the crawl ends with that fault, and the next run sends them', async (t) => {
    const spool = temporaryFolder(t);
    const archive = await openOwnedArchive(storage(), options(spool, 'cut'));
    const [place] = await appended(archive, 5);
    server.fail(/pages-cut/, ...Array.from({ length: 4 }, () => ({ kind: 'cut-before' }) as const));
    await assert.rejects(archive.close(), { code: 'archive-upload', policy: 'fatal', message: /1 file waits in / });
    assert.equal(await server.objects.has(`crawls/cars/${place!.file}`), false);
    const local = new Spool(spool).path(place!.file)!;
    assert.ok(existsSync(local));
    const next = await openOwnedArchive(storage(), options(spool, 'again'));
    await next.close();
    assert.equal(await elsewhere(place!), 'page 5');
  });

  test('bytes that are damaged on their way are fetched once more', async (t) => {
    const archive = await openOwnedArchive(storage(), options(temporaryFolder(t), 'damage'));
    const [place] = await appended(archive, 9);
    await archive.close();
    server.fail(/^GET .*pages-damage/, { kind: 'damage-body' });
    assert.equal(await elsewhere(place!), 'page 9');
    server.fail(/^GET .*pages-damage/, { kind: 'damage-body' }, { kind: 'damage-body' });
    await assert.rejects(elsewhere(place!), { code: 'record-unreadable', policy: 'skip' });
  });
});

describe('a folder that several workers share', () => {
  test('each writes files of its own, and touches no others', async (t) => {
    const folder = temporaryFolder(t);
    const others = ['pages-00001.warc.gz', 'pages-old-00007.warc.gz', 'notes.txt'];
    for (const name of others) writeFileSync(path.join(folder, name), name);
    const [one, two] = await Promise.all(
      ['w1', 'w2'].map((owner) => openOwnedArchive(folderStorage(folder), options('/nonexistent', owner))),
    );
    const places = [...(await appended(one!, 1, 2)), ...(await appended(two!, 3))];
    const bodies = new FolderBodies(folder);
    for (const [index, place] of places.entries()) {
      const { body } = await archivedResponse(bodies, { url: 'http://a.org/', archive: place });
      assert.equal(Buffer.from(body).toString(), `page ${index + 1}`);
    }
    await one!.close();
    await two!.close();
    const idle = await openOwnedArchive(folderStorage(folder), options('/nonexistent', 'idle'));
    await idle.close();
    assert.deepEqual(
      readdirSync(folder).sort(),
      [...others, 'pages-w1-00001.warc.gz', 'pages-w2-00001.warc.gz'].sort(),
      'one that archived nothing leaves nothing',
    );
    await assert.rejects(openOwnedArchive(folderStorage(folder), options('/nonexistent', 'w1')), {
      code: 'archive-io',
    });
  });
});

test('a place belongs to one crawl, and all of its workers have to mean the same place', async (t) => {
  const folder = path.join(temporaryFolder(t), 'shared', 'cars');
  for (const place of [folderStorage(folder), storage()]) {
    await assert.rejects(claimStorage(place, 'cars', false), { code: 'archive-elsewhere' });
    await claimStorage(place, 'cars', true);
    await claimStorage(place, 'cars', false);
    await assert.rejects(claimStorage(place, 'trees', true), { code: 'archive-taken' });
    await place.close();
  }
});
