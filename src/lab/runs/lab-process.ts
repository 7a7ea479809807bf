import { messageOf } from '../../failure.js';
import type { Assignment, RunTrace } from './assignment.js';
import { KeptWeb, type KeptWebOptions } from './kept-web.js';
import { runAssignment } from './run-assignment.js';

/** A process that crawls. All it ever hears is a web and assignments: what is relevant stays with the one that asks. */
export type LabOrder =
  | { readonly kind: 'web'; readonly web: KeptWebOptions }
  | { readonly kind: 'run'; readonly assignment: Assignment };

export type LabAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly trace: RunTrace }
  | { readonly kind: 'failed'; readonly message: string };

let opening: Promise<KeptWeb> | undefined;

process.on('message', (order: LabOrder) => {
  if (order.kind === 'web') {
    opening = KeptWeb.open(order.web);
    // What went wrong is reported with the first run.
    opening.then(
      () => answer({ kind: 'ready' }),
      () => undefined,
    );
  } else void run(order.assignment);
});

// The parent has gone: nobody would hear of what is done here.
process.on('disconnect', () => process.exit());

/** The first crawl of a process is slow, whatever the strategy: it is done once more, so that its CPU time is like the others'. */
let isWarm = false;

async function run(assignment: Assignment): Promise<void> {
  try {
    const web = await opening!;
    if (!isWarm) await runAssignment(assignment, web);
    isWarm = true;
    answer({ kind: 'done', trace: await runAssignment(assignment, web) });
  } catch (thrown) {
    answer({ kind: 'failed', message: messageOf(thrown) });
  }
}

function answer(message: LabAnswer): void {
  process.send!(message);
}
