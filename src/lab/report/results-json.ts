import type { LabReport } from '../results.js';

/** Every run with all that is known of it: a JSON array with one run a line, so that two files of results can be compared by line. */
export function resultsJson({ runs }: LabReport): string {
  return runs.length === 0 ? '[]\n' : `[\n${runs.map((run) => JSON.stringify(run)).join(',\n')}\n]\n`;
}
