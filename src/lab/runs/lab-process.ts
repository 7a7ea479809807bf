import { messageOf } from '../../failure.js';
import type { Assignment, RunTrace } from './assignment.js';
import { KeptWeb, type KeptWebOptions } from './kept-web.js';
import { runAssignment } from './run-assignment.js';

/** A process that crawls. All it ever hears is a web and assignments: what is relevant stays with the one that asks. */
export type LabOrder =
  | { readonly kind: 'web'; readonly web: KeptWebOptions }
  | { readonly kind: 'run'; readonly assignment: Assignment };

export type LabAnswer =
  | { readonly kind: 'done'; readonly trace: RunTrace }
  | { readonly kind: 'failed'; readonly message: string };

let opening: Promise<KeptWeb> | undefined;

process.on('message', (order: LabOrder) => {
  if (order.kind === 'web') {
    opening = KeptWeb.open(order.web);
    // Reported with the first run.
    opening.catch(() => undefined);
  } else void run(order.assignment);
});

// The parent has gone: nobody would hear of what is done here.
process.on('disconnect', () => process.exit());

async function run(assignment: Assignment): Promise<void> {
  try {
    answer({ kind: 'done', trace: await runAssignment(assignment, await opening!) });
  } catch (thrown) {
    answer({ kind: 'failed', message: messageOf(thrown) });
  }
}

function answer(message: LabAnswer): void {
  process.send!(message);
}
