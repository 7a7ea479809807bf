import { useState } from 'preact/hooks';
import { count } from '../../../../counted.js';
import { useResource } from '../../client/use-resource.js';
import { Bars } from '../../parts/bars.js';
import { clockTime } from '../../parts/figures.js';
import { Loading, Trouble } from '../../parts/state-box.js';
import { TabList } from '../../parts/tab-list.js';
import type { ViewProps } from '../../shell/view-props.js';
import { levelName } from '../live/queue-levels.js';
import { AddAndBlock } from './add-and-block.js';
import { NextUrls } from './next-urls.js';
import { RejectedUrls } from './rejected-urls.js';
import { RuleEditor } from './rule-editor.js';

/** What comes next and why, what is rejected by which rule, and the rules themselves. */
export function QueueView({ crawl, state }: ViewProps) {
  const [tab, setTab] = useState<'next' | 'rejected' | 'rules'>('next');
  const [version, setVersion] = useState(0);
  const view = useResource('GET /api/crawls/:crawl/queue', { crawl }, { version, keep: true });
  const refresh = () => setVersion((before) => before + 1);
  if (view.error && view.data === undefined) return <Trouble error={view.error} again={view.reload} />;
  if (view.data === undefined) return <Loading />;
  const { queued, levels, rejected, at } = view.data;
  return (
    <div class="split with-side">
      <div>
        <TabList
          label="Queue"
          chosen={tab}
          choose={setTab}
          tabs={[
            ['next', 'Next'],
            ['rejected', 'Rejected'],
            ['rules', 'Rules'],
          ]}
        >
          {tab === 'next' && <NextUrls crawl={crawl} version={version} isOver={state.state.kind === 'stopped'} />}
          {tab === 'rejected' && <RejectedUrls crawl={crawl} rules={rejected} />}
          {tab === 'rules' && <RuleEditor crawl={crawl} applied={refresh} />}
        </TabList>
      </div>
      <aside class="side">
        <section class="panel">
          <h3>{count(queued)} URLs queued</h3>
          <Bars
            label="By level"
            rows={levels.map(({ level, queued: urls }) => ({
              name: levelName(level),
              value: urls,
              words: count(urls),
            }))}
          />
          <p class="note">
            Counted {clockTime(at)}.{' '}
            <button type="button" class="quiet small" onClick={refresh}>
              Count again
            </button>
          </p>
        </section>
        <AddAndBlock crawl={crawl} done={refresh} />
      </aside>
    </div>
  );
}
