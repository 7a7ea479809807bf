import { aucOf, type SeedView } from '../../src/lab/report/report-view.js';
import { isSignificant, listed, pWords } from '../../src/lab/report/words/number-words.js';
import type { LabReport } from '../../src/lab/results.js';
import { type Ablation, ablationOf, without } from './ablation.js';
import { ours } from './bars.js';
import { bullets, markdownTable, signed } from './markdown-table.js';

const views: readonly SeedView[] = ['near', 'far', 'all'];
/** Differences of mean AUC below this are none. */
const least = 0.001;

/** Each ingredient left out in turn, on each web. */
export function ablationMarkdown(reports: readonly LabReport[], ingredients: readonly string[]): string {
  const ablations = ablationOf(reports, ingredients);
  const whole = reports.flatMap((report) => views.map((seeds) => aucOf(report, ours, seeds)?.toFixed(3) ?? '–'));
  return [
    markdownTable(
      ['Without', ...reports.flatMap(({ web }) => views.map((seeds) => `${web.name} ${seeds}`)), 'Mean', 'p'],
      [
        ['nothing', ...whole, '', ''],
        ...ablations.map(({ ingredient, webs, difference, p }) => [
          ingredient,
          ...webs.flatMap((web) => views.map((seeds) => cell(web[seeds]))),
          signed(difference, 4),
          p === null ? '–' : pWords(p),
        ]),
      ],
    ),
    bullets(readingOf(ablations)),
  ].join('\n\n');
}

function cell({ auc, difference }: Ablation['webs'][number][SeedView]): string {
  return `${auc.toFixed(3)} (${signed(difference)})`;
}

const verdicts = {
  missed: 'Earn their place (Osprey finds less without each of them, and that is no chance: adjusted p < 0.05)',
  maybe: 'Seem to help, but that may be chance',
  nothing: 'Make no difference to what is found on these webs that could be told',
  harmful: 'Would better be left out on these webs (adjusted p < 0.05)',
} as const;
type Verdict = keyof typeof verdicts;

/** What leaving it out says of an ingredient. */
export function verdictOn({ difference, p }: Pick<Ablation, 'difference' | 'p'>): Verdict {
  const isCertain = p !== null && isSignificant(p);
  if (Math.abs(difference) < least) return 'nothing';
  if (difference < 0) return isCertain ? 'missed' : 'maybe';
  return isCertain ? 'harmful' : 'nothing';
}

function readingOf(ablations: readonly Ablation[]): string[] {
  return (Object.keys(verdicts) as Verdict[]).flatMap((verdict) => {
    const names = ablations
      .filter((ablation) => verdictOn(ablation) === verdict)
      .map(({ ingredient }) => `\`${ingredient}\``);
    return names.length === 0 ? [] : [`${verdicts[verdict]}: ${listed(names)}.`];
  });
}

export const ablationIntroduction = `AUC without one ingredient, and the difference to the whole; what is missed most comes first. The last columns are
the mean of the webs' differences from all seeds, and the chance of such differences over the tasks of all webs (Wilcoxon, corrected by Holm
for the number of ingredients). Each line can be made again with \`--strategies ${without('words')}\`.`;
