import type { CrawlEvent } from '../../../api/live.js';
import type { ChartMark } from '../../charts/chart-data.js';

/** How events look on the axis. */
export const markKinds: Readonly<Record<CrawlEvent['kind'], ChartMark['kind']>> = {
  label: 'label',
  command: 'control',
  rejudge: 'edit',
  fault: 'fault',
  start: 'resume',
  resume: 'resume',
  stop: 'control',
};
