import type { LineChart } from '../html/line-chart.js';
import type { ReportData } from './report-data.js';

/** Pages found, with the forecast behind them, and the harvest: overall and of each stretch. */
export function yieldCharts({ curve, forecast }: Pick<ReportData, 'curve' | 'forecast'>): LineChart[] {
  if (curve.length === 0) return [];
  const pages = [0, ...curve.map((point) => point.pages)];
  const found = [0, ...curve.map((point) => point.relevant)];
  const last = found.at(-1)!;
  const ahead = (more: number): (number | null)[] => [...found.slice(1).map(() => null), last, last + more];
  const lines = [{ name: 'Relevant pages', className: 'c0 d0', y: forecast === undefined ? found : [...found, null] }];
  const size = { width: 960, height: 300, named: true };
  const harvest = [null, ...curve.map((point) => point.relevant / point.pages)];
  const stretches = [null, ...curve.map((_, index) => share(curve, index))];
  return [
    {
      ...size,
      title: 'Relevant pages found, by pages fetched',
      x: forecast === undefined ? pages : [...pages, pages.at(-1)! + forecast.pages],
      lines:
        forecast === undefined
          ? lines
          : [
              ...lines,
              { name: 'Expected', className: 'c1 d1', y: ahead(forecast.expected) },
              { name: 'At least', className: 'range', y: ahead(forecast.low) },
              { name: 'At most', className: 'range', y: ahead(forecast.high) },
            ],
      axes: { x: 'pages fetched', y: 'relevant pages' },
    },
    {
      ...size,
      title: 'Harvest, by pages fetched',
      x: pages,
      lines: [
        { name: 'Overall', className: 'c0 d0', y: harvest },
        { name: 'Each stretch', className: 'c2 d1', y: stretches },
      ],
      axes: { x: 'pages fetched', y: 'share relevant' },
      top: 1,
    },
  ];
}

/** Of the pages since the point before. */
export function share(curve: ReportData['curve'], index: number): number {
  const { pages, relevant } = curve[index]!;
  const before = curve[index - 1] ?? { pages: 0, relevant: 0 };
  return (relevant - before.relevant) / (pages - before.pages);
}
