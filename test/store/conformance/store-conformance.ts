import { describe, test } from 'node:test';
import { rules } from '../invented-crawl.js';
import type { StoreMaker } from '../stores.js';
import type { Behaviour } from './behaviour.js';
import { expiry } from './expiry.js';
import { features } from './features.js';
import { hostLimits } from './host-limits.js';
import { knowledge } from './knowledge.js';
import { knownUrls } from './known-urls.js';
import { notes } from './notes.js';
import { order } from './order.js';
import { politeness } from './politeness.js';
import { records } from './records.js';
import { rejectedUrls } from './rejected-urls.js';
import { rejudging } from './rejudging.js';
import { rescoring } from './rescoring.js';
import { revaluing } from './revaluing.js';
import { revisits } from './revisits.js';
import { settling } from './settling.js';

const subjects: Readonly<Record<string, (behaviour: Behaviour) => void>> = {
  order,
  politeness,
  hostLimits,
  'known URLs': knownUrls,
  'rejected URLs': rejectedUrls,
  expiry,
  settling,
  're-scoring': rescoring,
  'valuing anew': revaluing,
  records,
  'pages that are visited again': revisits,
  notes,
  knowledge,
  'features of pages': features,
  rejudging,
};

/** What every store promises, whatever it is made of. */
export function storeConformance(name: string, make: StoreMaker): void {
  const behaviour: Behaviour = (title, changes, check) => {
    test(title, async (context) => check(await make(rules(changes), context)));
  };
  // Each has a store of its own, and a database on a server is waited for.
  const together = { concurrency: 6 };
  describe(name, together, () => {
    for (const [subject, suite] of Object.entries(subjects)) describe(subject, together, () => suite(behaviour));
  });
}
