import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type RecordedSummary, recordWeb, webFiles } from '../../lab/record/record-web.js';
import { exitCodes } from '../exit-codes.js';
import { count, counted, shellWord } from '../format.js';
import { checkFree, writingTo } from '../output-file.js';
import { StatusLine } from '../status-line.js';

export interface LabRecordFlags {
  readonly out: string;
  readonly json?: boolean;
}

/** `osprey lab record`: crawls become a recorded web that the lab can crawl. */
export async function labRecordCommand(folders: readonly string[], { out, json }: LabRecordFlags): Promise<number> {
  checkEmpty(out);
  const line = new StatusLine();
  const show = (done: number, total: number) =>
    line.show(() => `Recording: ${count(done)} of ${counted(total, 'answer')}`);
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
  const labelled = web.labels > 0;
  const flags = [
    `--web ${shellWord(file('web'))}`,
    `--topics ${shellWord(file('topics'))}`,
    ...(labelled ? [`--labels ${shellWord(file('labels'))}`] : []),
  ];
  return [
    `${counted(web.pages, 'page')}, ${counted(web.redirects, 'redirect')}, ${counted(web.links, 'link')} between pages.`,
    `Web     ${file('web')}`,
    `Links   ${file('graph')}`,
    `Topics  ${file('topics')}: ${web.topics.map(({ id }) => id).join(', ')}`,
    ...(labelled ? [`Labels  ${file('labels')}: ${counted(web.labels, 'page')} judged by people`] : []),
    `Compare  osprey lab ${flags.join(' ')}`,
  ];
}

function warnings({ strategies, missing, labels, topics }: RecordedSummary): string[] {
  const found: string[] = [];
  const [only] = strategies;
  if (strategies.length === 1 && only !== 'breadth-first') {
    found.push(
      `This web holds what ${only} chose to visit, which favours strategies like it: for a fair comparison, record several crawls together (osprey lab record DIR...), one of them breadth-first.`,
    );
  }
  if (missing > 0) found.push(`Left out, since the archive does not hold them: ${counted(missing, 'answer')}.`);
  if (labels === 0) found.push('Nobody has judged its pages yet: osprey lab label DIR, then record it again.');
  for (const { id, near } of topics)
    if (near.length === 0) found.push(`The topic ${id} has no seed that was recorded; add some in ${webFiles.topics}.`);
  return found;
}
