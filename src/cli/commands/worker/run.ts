import type { RawOptions } from '../../../config/layer.js';
import { type WorkOptions, workOn } from '../../../crawl/workers/work-on.js';
import { redacted } from '../../../redact.js';
import { stopInWords } from '../../../words/forecast-words.js';
import type { RunOptions } from '../../add-run-flags.js';
import { exitCodes } from '../../exit-codes.js';
import { counted } from '../../terminal/format.js';
import { CutShort } from '../crawl/cut-short.js';
import { type FoundSeeds, runCrawl } from '../crawl/run-crawl.js';

/** `osprey worker`: works on a crawl in a database until it ends or the worker is told to leave. */
export function workerCommand(address: string, { name, ...changes }: RawOptions, run: RunOptions): Promise<number> {
  const full = name === undefined ? address : `${address.replace(/#[^#]*$/, '')}#${String(name)}`;
  return workUntilItsEnd(full, changes, run);
}

export async function workUntilItsEnd(
  address: string,
  changes: RawOptions,
  run: RunOptions,
  found?: FoundSeeds,
): Promise<number> {
  const isTold = !run.quiet && !run.json;
  const options: WorkOptions = {
    changes,
    onAnew: ({ message }) => {
      process.stderr.write(`osprey: ${redacted(message)} Beginning anew.\n`);
    },
  };
  let hasBegun = false;
  try {
    return await workOn(address, options, async (crawl) => {
      hasBegun = true;
      const { reason, progress } = await runCrawl(crawl, run, found);
      const { documents, documentsThisRun, relevant } = progress.tally;
      if (isTold)
        process.stdout.write(
          `${stopInWords(reason, progress.tally, crawl.settings)}\n${counted(documentsThisRun, 'page')} of this worker; ${counted(documents, 'page')} in all, ${relevant} relevant.\n`,
        );
      if (reason === 'seeds-failed') return exitCodes['seeds-failed'];
      return reason === 'interrupted' ? exitCodes.interrupted : exitCodes.ok;
    });
  } catch (thrown) {
    // Of a crawl that was never reached, nothing is known to be saved.
    throw hasBegun ? new CutShort(thrown) : thrown;
  }
}
