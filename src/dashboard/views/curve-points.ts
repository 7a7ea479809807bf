import type { DiaryPoint } from '../../model/crawl-diary.js';
import type { YieldPoint } from '../../store/reports/yield-curve.js';

/** Pages that the windowed harvest is of, and the time that the speed is of (ms). */
const [windowPages, windowMs] = [100, 3_000] as const;

/** The history of a crawl that wrote down too little of it: what its visits tell, with the rest from what it did write down. */
export function curvePointsOf(curve: readonly YieldPoint[], noted: readonly DiaryPoint[]): DiaryPoint[] {
  const start = { at: curve[0]?.at ?? 0, pages: 0, relevant: 0 };
  return curve.map((point, place) => {
    const { at, pages, relevant } = point;
    const earlier = curve.slice(0, place);
    const window = earlier.findLast((before) => before.pages <= pages - windowPages) ?? start;
    const moment = earlier.findLast((before) => before.at <= at - windowMs) ?? start;
    const seconds = (at - moment.at) / 1000;
    return {
      ...{ at, pages, relevant, failed: 0, bytes: 0 },
      ...queueAt(noted, at),
      recentHarvest: (relevant - window.relevant) / Math.max(1, pages - window.pages),
      // The first moments are too short to tell.
      pagesPerSecond: seconds < 1 ? 0 : (pages - moment.pages) / seconds,
    };
  });
}

/** The queue at a time, between what was written down before and after. */
function queueAt(noted: readonly DiaryPoint[], at: number): Pick<DiaryPoint, 'queued' | 'hostsReady' | 'hostsWaiting'> {
  const before = noted.findLast((point) => point.at <= at);
  const after = noted.find((point) => point.at > at) ?? before;
  const share =
    before === undefined || after === undefined || after.at <= before.at
      ? 1
      : (at - before.at) / (after.at - before.at);
  const between = (key: 'queued' | 'hostsReady' | 'hostsWaiting') =>
    Math.round((before?.[key] ?? 0) + share * ((after?.[key] ?? 0) - (before?.[key] ?? 0)));
  return { queued: between('queued'), hostsReady: between('hostsReady'), hostsWaiting: between('hostsWaiting') };
}
