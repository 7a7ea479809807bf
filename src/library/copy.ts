import { frontierRules } from '../crawl/crawl-rules.js';
import { type CopyOptions, type CopyResult, copyCrawl } from '../store/copy/copy-crawl.js';

/**
 * Copies a crawl from a folder into a PostgreSQL database, or back, and compares the copy with the original before it counts. Nobody may crawl in
 * either place meanwhile.
 */
export function copy(from: string, to: string, options: Omit<CopyOptions, 'rules'> = {}): Promise<CopyResult> {
  return copyCrawl(from, to, { ...options, rules: frontierRules });
}
