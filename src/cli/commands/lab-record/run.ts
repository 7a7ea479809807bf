import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type RecordedSummary, recordWeb, webFiles } from '../../../lab/record/record-web.js';
import { exitCodes } from '../../exit-codes.js';
import { count, counted, shellWord } from '../../terminal/format.js';
import { checkFree, writingTo } from '../../terminal/output-file.js';
import { StatusLine } from '../../terminal/status-line.js';

export interface LabRecordFlags {
  readonly out: string;
  readonly json?: boolean;
}

/** `osprey lab record`: crawls become a recorded web that the lab can crawl. */
export async function labRecordCommand(folders: readonly string[], { out, json }: LabRecordFlags): Promise<number> {
  checkEmpty(out);
  const line = new StatusLine();
  const show = (done: number, total: number) =>
    line.show(() => `Recording: ${count(done)} of ${counted(total, 'response')}`);
  let summary: RecordedSummary | undefined;
  await writingTo(out, async () => {
    summary = await recordWeb(folders, out, show);
  });
  line.end();
  const recorded = { out, ...summary! };
  process.stdout.write(`${json ? JSON.stringify(recorded, null, 2) : summaryLines(recorded).join('\n')}\n`);
  for (const warning of warnings(recorded)) process.stderr.write(`${warning}\n`);
  return exitCodes.ok;
}

/** An empty folder is as good as none. */
function checkEmpty(out: string): void {
  if (!existsSync(out) || (statSync(out).isDirectory() && readdirSync(out).length === 0)) return;
  checkFree(out);
}

function summaryLines({ out, ...web }: RecordedSummary & { readonly out: string }): string[] {
  const file = (name: keyof typeof webFiles) => path.join(out, webFiles[name]);
  const hasTopics = web.topics.length > 0;
  const flags = [
    `--web ${shellWord(file('web'))}`,
    hasTopics ? `--topics ${shellWord(file('topics'))}` : 'QUERY',
    // The lab refuses labels where nothing is relevant to one of the topics.
    ...(hasTopics && unlabelled(web).length === 0 ? [`--labels ${shellWord(file('labels'))}`] : []),
  ];
  return [
    `${counted(web.pages, 'page')}, ${counted(web.redirects, 'redirect')}, ${counted(web.links, 'link')} between pages.`,
    `Web     ${file('web')}`,
    `Links   ${file('graph')}`,
    ...(hasTopics ? [`Topics  ${file('topics')}: ${web.topics.map(({ id }) => id).join(', ')}`] : []),
    ...(web.labels > 0 ? [`Labels  ${file('labels')}: ${counted(web.labels, 'page')}`] : []),
    `Compare  osprey lab ${flags.join(' ')}`,
  ];
}

/** Topics that nobody has called a page relevant to. */
function unlabelled({ topics }: RecordedSummary): string[] {
  return topics.filter(({ relevant }) => relevant === 0).map(({ id }) => id);
}

function warnings(web: RecordedSummary): string[] {
  const { strategies, missing, labels, topics, withoutTopic } = web;
  const found: string[] = [];
  const [only] = strategies;
  if (strategies.length === 1 && only !== 'breadth-first') {
    found.push(
      `This web contains only what ${only} visited, which favours similar strategies. For a fair comparison, record several crawls together (osprey lab record DIR...), one of them breadth-first.`,
    );
  }
  if (missing > 0) found.push(`Left out, not in the archive: ${counted(missing, 'response')}.`);
  if (labels === 0) found.push('No page is labelled yet: use osprey lab label DIR, then record again.');
  else if (unlabelled(web).length > 0) {
    found.push(
      `No page is labelled relevant to ${unlabelled(web).join(', ')}, so --labels cannot be used yet: label more with osprey lab label DIR, then record again.`,
    );
  }
  for (const folder of withoutTopic) {
    found.push(
      `No topic for ${folder}: it used a model, a query log or files alone, which a topic list cannot describe.`,
    );
  }
  for (const { id, near } of topics)
    if (near.length === 0) found.push(`The topic ${id} has no recorded seed; add some in ${webFiles.topics}.`);
  return found;
}
