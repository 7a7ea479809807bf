import { counted } from '../../src/counted.js';
import { type CalibrationBin, calibrationBins, type JudgementStanding, type LabReport } from '../../src/lab/results.js';
import { ours } from './bars.js';
import { bullets, markdownTable, signed } from './markdown-table.js';

/** How far the relevance that ours gives is a chance, and how well it ranks; of all seeds. */
export function judgementMarkdown(reports: readonly LabReport[]): string {
  const judged = reports.flatMap(({ web, judgements }) =>
    judgements
      .filter(({ strategy, seeds }) => strategy === ours && seeds === 'all')
      .map((standing) => ({ name: `${web.name}, ${whenWords[standing.when]}`, standing })),
  );
  return [
    'Share of the pages judged so that is relevant, in brackets their mean judgement and how many there are:',
    markdownTable(
      ['Judged', ...judged.map(({ name }) => name)],
      reliabilityRows(judged.map(({ standing }) => standing)),
    ),
    'Relevant pages first: the visited pages in the order of their relevance, beside the same pages by plain cosine with the query and by BM25:',
    markdownTable(
      ['', 'nDCG', 'cosine', 'BM25', 'nDCG@50', 'cosine', 'BM25', 'nDCG@10', 'cosine', 'BM25'],
      judged.map(({ name, standing }) => [name, ...rankingCells(standing)]),
    ),
    bullets(judged.map(({ name, standing }) => `${name}: ${rankingWords(standing)}`)),
  ].join('\n\n');
}

const whenWords: Readonly<Record<JudgementStanding['when'], string>> = { visit: 'at the visit', end: 'at the end' };

function reliabilityRows(standings: readonly JudgementStanding[]): string[][] {
  const tenths = Array.from({ length: calibrationBins }, (_, tenth) => [
    `${(tenth / calibrationBins).toFixed(1)} to ${((tenth + 1) / calibrationBins).toFixed(1)}`,
    ...standings.map(({ calibration }) => binWords(calibration.bins[tenth]!)),
  ]);
  return [
    ...tenths,
    ['Expected calibration error', ...standings.map(({ calibration }) => calibration.error.toFixed(3))],
    ['Brier score', ...standings.map(({ calibration }) => calibration.brier.toFixed(3))],
  ];
}

function binWords({ pages, judged, relevant }: CalibrationBin): string {
  if (relevant === null || judged === null) return '–';
  return `${relevant.mean.toFixed(2)} (${judged.toFixed(2)}, ${counted(pages, 'page')})`;
}

function rankingCells({ ranking, cosine, bm25 }: JudgementStanding): string[] {
  return (['ndcg', 'ndcg50', 'ndcg10'] as const).flatMap((measure) =>
    [ranking, cosine, bm25].map((intervals) => intervals?.[measure].mean.toFixed(3) ?? '–'),
  );
}

/** Whether its own order of all pages is better than those by words alone. */
export function rankingWords({
  ranking,
  cosine,
  bm25,
}: Pick<JudgementStanding, 'ranking' | 'cosine' | 'bm25'>): string {
  if (ranking === null || cosine === null || bm25 === null) return 'nothing to rank.';
  const beside = (words: string, other: number) => {
    const difference = signed(ranking.ndcg.mean - other);
    if (Number(difference) === 0) return `level with ${words}`;
    return `${difference.startsWith('+') ? 'above' : 'below'} ${words} (${difference})`;
  };
  return `nDCG ${beside('plain cosine', cosine.ndcg.mean)}, ${beside('BM25', bm25.ndcg.mean)}.`;
}
