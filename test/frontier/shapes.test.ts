import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { HostScheduler } from '../../src/frontier/host-scheduler.js';
import { HeapSlots, IndexedHeap } from '../../src/frontier/indexed-heap.js';
import { rules } from '../store/invented-crawl.js';

setFlagsFromString('--allow-natives-syntax');
const haveSameShape = new Function('a', 'b', 'return %HaveSameMap(a, b)') as (a: object, b: object) => boolean;

// Where each object has a shape of its own, every look at it is a slow one: a tenth of a crawl's CPU time. Literals that begin with a copy get
// such shapes after the first few, and until the first few have shown all kinds of values, shapes may change.
test('hosts have one shape to the compiler, and so have walks through queues', () => {
  const { hosts } = new HostScheduler(rules());
  for (let id = 1; id <= 100; id++) hosts.add(id, `${id}.test`, id % 2 === 0 ? { delay: 700, failures: 1 } : {});
  assert.ok(haveSameShape(hosts.all[98]!, hosts.all[99]!));

  const walks = Array.from({ length: 100 }, (_, index) => {
    const heap = new IndexedHeap(new HeapSlots());
    for (let urlId = 1; urlId <= index; urlId++) heap.put(urlId, 1 / (urlId + 1));
    return heap.inOrder();
  });
  walks[98]!.next();
  assert.ok(haveSameShape(walks[98]!, walks[99]!));
});
