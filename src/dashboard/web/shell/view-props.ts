import type { LiveState } from '../../api/live.js';

/** What every view of a crawl is given. */
export interface ViewProps {
  readonly crawl: string;
  readonly state: LiveState;
}
