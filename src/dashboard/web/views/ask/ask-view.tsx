import { useState } from 'preact/hooks';
import type { AskedPage, AskRound, AskRoundEffect } from '../../../api/pages.js';
import { request } from '../../client/request.js';
import { useJob } from '../../client/use-job.js';
import { useResource } from '../../client/use-resource.js';
import { JobProgress } from '../../parts/job-progress.js';
import { Empty, Loading, Trouble } from '../../parts/state-box.js';
import type { ViewProps } from '../../shell/view-props.js';
import { JudgementLine } from '../pages/judgement-line.js';
import { PageItem } from '../pages/page-item.js';
import { useLabels } from '../pages/use-labels.js';
import { useListKeys } from '../pages/use-list-keys.js';
import { WhyPanel } from '../pages/why-panel.js';
import { RoundEffect } from './round-effect.js';

const reasons: Readonly<Record<AskedPage['why'], string>> = {
  threshold: 'near the threshold',
  top: 'top ranked',
  random: 'at random',
};

/** A round of pages to label, chosen so that each answer teaches most, and what the round changed. */
export function AskView({ crawl, state }: ViewProps) {
  const round = useResource('GET /api/crawls/:crawl/round', { crawl });
  const [openVisit, setOpen] = useState<number>();
  const [effect, setEffect] = useState<AskRoundEffect>();
  const finishing = useJob<AskRoundEffect>();
  const { setLabel, judged } = useLabels(crawl, (visit, label) =>
    round.patch((data) => relabelled(data, visit, label)),
  );
  const pages = round.data?.pages ?? [];
  const open = ({ visit }: { readonly visit: number }) => setOpen((before) => (before === visit ? undefined : visit));
  const { active, setActive } = useListKeys({
    pages,
    open,
    close: () => setOpen(undefined),
    label: (page, label) => void setLabel(page, label),
  });
  const finish = async () => {
    const done = await finishing.run(() => request('POST /api/crawls/:crawl/round/finish', { crawl }));
    if (done === undefined) return;
    setEffect(done);
    setOpen(undefined);
    scrollTo(0, 0);
  };
  if (effect !== undefined)
    return <RoundEffect effect={effect} next={() => [setEffect(undefined), finishing.clear(), round.reload()]} />;
  if (round.error) return <Trouble error={round.error} again={round.reload} />;
  if (round.data === undefined) return <Loading words="Choosing pages to ask about…" />;
  if (pages.length === 0)
    return (
      <Empty title="There is nothing to ask about.">
        <p>{state.pages === 0 ? 'The crawl has no pages yet. Come back in a moment.' : 'Every page has a label.'}</p>
      </Empty>
    );
  const answered = pages.filter(({ label }) => label !== undefined).length;
  return (
    <div class={openVisit === undefined ? 'split' : 'split with-panel'}>
      <div>
        <div class="ask-head">
          <div>
            <h2>
              Round {round.data.round}: {answered} of {pages.length} answered
            </h2>
            <progress max={pages.length} value={answered} aria-label="Answered" />
          </div>
          <button
            type="button"
            class={answered === pages.length ? 'primary' : ''}
            disabled={answered === 0 || finishing.isRunning}
            onClick={finish}
          >
            Finish the round
          </button>
        </div>
        <p class="note">
          Is the page about the topic? <kbd>y</kbd> yes, <kbd>n</kbd> no, <kbd>s</kbd> skip; <kbd>w</kbd> says why it is
          here.
        </p>
        <JobProgress job={finishing.job} />
        {finishing.error && <Trouble error={finishing.error} />}
        <JudgementLine judged={judged ?? round.data.judged} />
        <ol class="page-list" aria-label="Pages to label">
          {pages.map((page, index) => (
            <PageItem
              key={page.visit}
              page={page}
              isActive={index === active}
              isOpen={page.visit === openVisit}
              open={() => [setActive(index), open(page)]}
              label={(label) => void setLabel(page, label)}
            >
              <span class={`why-asked ${page.why}`}>{reasons[page.why]}</span>
            </PageItem>
          ))}
        </ol>
      </div>
      {openVisit !== undefined && (
        <WhyPanel key={openVisit} crawl={crawl} visit={openVisit} close={() => setOpen(undefined)} />
      )}
    </div>
  );
}

function relabelled(round: AskRound, visit: number, label: AskedPage['label']): AskRound {
  const pages = round.pages.map((page) => {
    if (page.visit !== visit) return page;
    const { label: _, ...rest } = page;
    return label === undefined ? rest : { ...rest, label };
  });
  return { ...round, pages };
}
