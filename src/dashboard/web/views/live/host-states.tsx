import { count } from '../../../../counted.js';
import type { LiveState } from '../../../api/live.js';
import { Bars } from '../../parts/bars.js';

/** Hosts with queued URLs, by what they wait for. */
export function HostStates({ hosts }: { readonly hosts: LiveState['hosts'] }) {
  const rows = [
    ['ready', hosts.ready],
    ['waiting for their turn', hosts.waiting],
    ['left for better ones', hosts.deprioritised],
    ['closed', hosts.closed],
  ] as const;
  return (
    <section class="panel">
      <h3>Hosts with queued URLs</h3>
      <Bars label="Hosts by state" rows={rows.map(([name, value]) => ({ name, value, words: count(value) }))} />
    </section>
  );
}
