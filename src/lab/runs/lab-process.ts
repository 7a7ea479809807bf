import { messageOf, UsageError } from '../../failure.js';
import type { Assignment, RunTrace } from './assignment.js';
import { KeptWeb, type KeptWebOptions } from './kept-web.js';
import { runAssignment } from './run-assignment.js';

/** A process that crawls. All it ever hears is a web and assignments: what is relevant stays with the one that asks. */
export type LabOrder =
  | { readonly kind: 'web'; readonly web: KeptWebOptions }
  | { readonly kind: 'run'; readonly assignment: Assignment };

export type LabAnswer =
  | { readonly kind: 'done'; readonly trace: RunTrace }
  /** `usage`: the options did not fit, which is the user's to know; otherwise something broke. */
  | { readonly kind: 'failed'; readonly message: string; readonly usage: boolean };

let opening: Promise<KeptWeb> | undefined;
let archives: readonly string[] = [];

process.on('message', (order: LabOrder) => {
  if (order.kind === 'web') {
    archives = order.web.archives;
    opening = KeptWeb.open(order.web);
    // Reported with the first run.
    opening.catch(() => undefined);
  } else void run(order.assignment);
});

// The parent has gone: nobody would hear of what is done here.
process.on('disconnect', () => process.exit());

async function run(assignment: Assignment): Promise<void> {
  try {
    answer({ kind: 'done', trace: await runAssignment(assignment, await opening!, archives) });
  } catch (thrown) {
    answer({ kind: 'failed', message: messageOf(thrown), usage: thrown instanceof UsageError });
  }
}

function answer(message: LabAnswer): void {
  process.send!(message);
}
