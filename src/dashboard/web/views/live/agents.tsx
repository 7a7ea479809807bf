import { count } from '../../../../counted.js';
import { percent } from '../../../../words/figures.js';
import type { AgentLine } from '../../../api/live.js';
import { DataTable } from '../../parts/data-table.js';
import { WebText, WebUrl } from '../../parts/web-text.js';

/** The agents, what they have found, and the words that count most for each. */
export function Agents({ agents }: { readonly agents: readonly AgentLine[] }) {
  if (agents.length === 0) return null;
  return (
    <section>
      <h2>Agents</h2>
      <DataTable
        label="Agents"
        rows={agents}
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'Agent',
            cell: ({ id, segment }) => (
              <>
                {id} <WebText text={segment} />
              </>
            ),
          },
          { title: 'State', cell: ({ state }) => state, words: true },
          {
            title: 'Pages',
            value: ({ pages = 0 }) => pages,
            cell: ({ pages }) => (pages === undefined ? '–' : count(pages)),
          },
          {
            title: 'Relevant',
            value: ({ relevant = 0 }) => relevant,
            cell: ({ relevant }) => (relevant === undefined ? '–' : count(relevant)),
          },
          { title: 'Harvest', value: shareOf, cell: (agent) => (agent.pages ? percent(shareOf(agent)) : '–') },
          { title: 'Host', cell: ({ host }) => <WebUrl url={host} />, words: true },
          {
            title: 'Its words',
            words: true,
            cell: ({ words }) => (
              <span class="word-row">
                {words.slice(0, 8).map(({ word, weight }) => (
                  <span key={word} title={String(weight)}>
                    <WebText text={word} />
                  </span>
                ))}
              </span>
            ),
          },
        ]}
      />
    </section>
  );
}

function shareOf({ pages = 0, relevant = 0 }: AgentLine): number {
  return pages === 0 ? 0 : relevant / pages;
}
